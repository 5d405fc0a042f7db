//! The instructions of recent processors, which only some computers have.

/// Defines a function that runs the same code with the instructions of recent processors if they are available:
/// counting bits takes one instruction instead of a dozen, and sums of short numbers are computed 16 at a time.
macro_rules! on_this_processor {
    ($(#[$doc:meta])* fn $name:ident[$($generics:tt)*]($($argument:ident: $type:ty),*) { $body:expr }) => {
        $(#[$doc])*
        #[allow(unsafe_code)]
        pub(crate) fn $name<$($generics)*>($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn recent<$($generics)*>($($argument: $type),*) {
                    $body;
                }
                let has_all = is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt");
                if has_all {
                    // SAFETY: the processor has all that the function was compiled for.
                    return unsafe { recent($($argument),*) };
                }
            }
            $body;
        }
    };
}
pub(crate) use on_this_processor;
