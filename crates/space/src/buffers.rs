//! Buffers of successors, one for each window, so that many are sent at a time.

/// Successors in the form `T`, by window.
pub(crate) struct Buffers<T> {
    buffers: Vec<Vec<T>>,
    /// The windows whose buffers hold anything.
    used: Vec<usize>,
    capacity: usize,
}

impl<T: Copy + Ord> Buffers<T> {
    /// Buffers for `windows` windows that hold about `bytes` bytes together.
    pub(crate) fn new(windows: usize, bytes: usize) -> Self {
        // A buffer that grows may take twice what it holds.
        let capacity = (bytes / 2 / size_of::<T>() / windows).clamp(16, 1 << 18);
        Buffers { buffers: (0..windows).map(|_| Vec::new()).collect(), used: Vec::new(), capacity }
    }

    /// Adds a successor. Full buffers are passed to `send`, ascending and without duplicates.
    #[inline]
    pub(crate) fn push(&mut self, window: usize, item: T, send: &mut impl FnMut(usize, &[T])) {
        let buffer = &mut self.buffers[window];
        if buffer.is_empty() {
            self.used.push(window);
        }
        buffer.push(item);
        if buffer.len() >= self.capacity {
            flush(window, buffer, send);
        }
    }

    /// Sends all that is left.
    pub(crate) fn finish(mut self, send: &mut impl FnMut(usize, &[T])) {
        for window in std::mem::take(&mut self.used) {
            // A buffer that was sent when full and used again is listed twice.
            if !self.buffers[window].is_empty() {
                flush(window, &mut self.buffers[window], send);
            }
        }
    }
}

fn flush<T: Copy + Ord>(window: usize, buffer: &mut Vec<T>, send: &mut impl FnMut(usize, &[T])) {
    buffer.sort_unstable();
    buffer.dedup();
    send(window, buffer);
    buffer.clear();
}
