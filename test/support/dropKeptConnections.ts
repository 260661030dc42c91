const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

interface Dispatcher {
  close(): Promise<void>;
  readonly constructor: new () => Dispatcher;
}

/**
 * Closes the idle connections that `fetch` keeps: a service that stops leaves each half a second for one more request. What is under
 * way ends first.
 */
export function dropKeptConnections(): void {
  // Jest gives tests a global object of their own, without the one that this process's fetch uses.
  const outer: { [DISPATCHER]?: Dispatcher } = (fetch.constructor as FunctionConstructor)('return globalThis')();
  const dispatcher = outer[DISPATCHER];
  if (dispatcher === undefined) return;
  outer[DISPATCHER] = new dispatcher.constructor();
  void dispatcher.close();
}
