// What `cargo xtask site` makes of the engine, as far as the worker uses it.
export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
export function ask(question: string, body: string, progress: (text: string) => void): { kind: string; body: Uint8Array<ArrayBuffer>; free(): void };
