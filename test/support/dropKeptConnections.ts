const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Of this process's fetch: Jest gives tests a global object of their own, without it. */
interface Outer {
  [DISPATCHER]?: { close(): Promise<void>; readonly constructor: new () => Outer[typeof DISPATCHER] };
}

/**
 * Closes the idle connections that `fetch` keeps: a service that stops leaves each half a second for one more request. What is under
 * way ends first.
 */
export function dropKeptConnections(): void {
  const outer = (fetch.constructor as FunctionConstructor)('return globalThis')() as Outer;
  const dispatcher = outer[DISPATCHER];
  if (dispatcher === undefined) return;
  outer[DISPATCHER] = new dispatcher.constructor();
  void dispatcher.close();
}
