/** What every resolver is given: the ports, the viewer and the loaders of one request. */
export interface GraphContext {
  readonly placeholder?: never;
}
