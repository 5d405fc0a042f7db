// Where the positions of a space go: pivot multidimensional scaling (Brandes and Pich 2006).
// Distances to a few pivots are turned into coordinates along the three directions that show most.

/**
 * @param {number} count
 * @param {[number, number][]} edges
 * @returns {{start: Int32Array, to: Int32Array}} the neighbours of node i are to[start[i] .. start[i + 1]]
 */
export function neighbours(count, edges) {
  const start = new Int32Array(count + 1);
  for (const [a, b] of edges) {
    start[a + 1] += 1;
    start[b + 1] += 1;
  }
  for (let node = 0; node < count; node += 1) start[node + 1] += start[node];
  const to = new Int32Array(edges.length * 2);
  const next = start.slice();
  for (const [a, b] of edges) {
    to[next[a]++] = b;
    to[next[b]++] = a;
  }
  return { start, to };
}

/**
 * @param {{start: Int32Array, to: Int32Array}} graph
 * @param {number} from
 * @returns {Int32Array} how far every node is
 */
export function distances({ start, to }, from) {
  const count = start.length - 1;
  const far = new Int32Array(count).fill(-1);
  const queue = new Int32Array(count);
  far[from] = 0;
  queue[0] = from;
  let end = 1;
  for (let at = 0; at < end; at += 1) {
    const node = queue[at];
    for (let edge = start[node]; edge < start[node + 1]; edge += 1) {
      if (far[to[edge]] >= 0) continue;
      far[to[edge]] = far[node] + 1;
      queue[end++] = to[edge];
    }
  }
  return far;
}

/**
 * @param {number} count
 * @param {[number, number][]} edges of a connected graph
 * @returns {Float32Array} three coordinates for every node, within -1 and 1
 */
export function embed(count, edges) {
  const graph = neighbours(count, edges);
  const pivots = Math.min(count, 48);
  /** @type {Float64Array[]} squared distances to each pivot */
  const squares = [];
  const least = new Int32Array(count).fill(2 ** 30);
  let pivot = 0;
  for (let at = 0; at < pivots; at += 1) {
    const far = distances(graph, pivot);
    squares.push(Float64Array.from(far, (d) => d * d));
    // The next pivot is the node farthest from all so far.
    for (let node = 0; node < count; node += 1) {
      least[node] = Math.min(least[node], far[node]);
      if (least[node] > least[pivot]) pivot = node;
    }
  }
  centre(squares, count);
  return coordinates(squares, count);
}

/** @param {Float64Array[]} columns @param {number} count */
function centre(columns, count) {
  const rows = new Float64Array(count);
  let all = 0;
  for (const column of columns) {
    let sum = 0;
    for (let node = 0; node < count; node += 1) {
      sum += column[node];
      rows[node] += column[node] / columns.length;
    }
    all += sum / count / columns.length;
    const mean = sum / count;
    for (let node = 0; node < count; node += 1) column[node] -= mean;
  }
  for (const column of columns) {
    for (let node = 0; node < count; node += 1) column[node] = -0.5 * (column[node] - rows[node] + all);
  }
}

/** @param {Float64Array[]} columns @param {number} count */
function coordinates(columns, count) {
  const size = columns.length;
  const product = columns.map((a) => columns.map((b) => {
    let sum = 0;
    for (let node = 0; node < count; node += 1) sum += a[node] * b[node];
    return sum;
  }));
  const places = new Float32Array(count * 3);
  /** @type {number[][]} */
  const found = [];
  for (let axis = 0; axis < 3; axis += 1) {
    const vector = principal(product, found, size);
    found.push(vector);
    for (let node = 0; node < count; node += 1) {
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += columns[at][node] * vector[at];
      places[node * 3 + axis] = sum;
    }
  }
  spread(places, count);
  return places;
}

/**
 * Brings the coordinates into the unit ball, the thinner directions widened so that they show.
 * @param {Float32Array} places
 * @param {number} count
 */
function spread(places, count) {
  const wide = [0, 0, 0];
  for (let at = 0; at < places.length; at += 1) wide[at % 3] += places[at] ** 2;
  const stretch = wide.map((sum) => (sum > 1e-9 ? (wide[0] / sum) ** 0.3 : 1));
  const middle = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < places.length; at += 3) {
      low = Math.min(low, places[at]);
      high = Math.max(high, places[at]);
    }
    return (low + high) / 2;
  });
  let top = 1e-9;
  for (let node = 0; node < count; node += 1) {
    for (let axis = 0; axis < 3; axis += 1) places[node * 3 + axis] = (places[node * 3 + axis] - middle[axis]) * stretch[axis];
    top = Math.max(top, Math.hypot(places[node * 3], places[node * 3 + 1], places[node * 3 + 2]));
  }
  for (let at = 0; at < places.length; at += 1) places[at] /= top;
}

/**
 * The next principal direction, by power iteration.
 * @param {number[][]} matrix
 * @param {number[][]} found the directions before it
 * @param {number} size
 */
function principal(matrix, found, size) {
  let vector = Array.from({ length: size }, (_, at) => Math.sin(1 + at * 1.7 + found.length));
  for (let round = 0; round < 120; round += 1) {
    let next = matrix.map((row) => row.reduce((sum, value, at) => sum + value * vector[at], 0));
    for (const other of found) {
      const along = next.reduce((sum, value, at) => sum + value * other[at], 0);
      next = next.map((value, at) => value - along * other[at]);
    }
    const length = Math.hypot(...next) || 1;
    vector = next.map((value) => value / length);
  }
  return vector;
}
