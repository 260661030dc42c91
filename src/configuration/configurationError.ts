/** One variable with a wrong value. */
export interface ConfigurationFault {
  readonly variable: string;
  /** The fault and the remedy, as the rest of a sentence that begins with the variable's name. Holds no secret. */
  readonly fault: string;
}

/** Wrong configuration: the message has one line for each variable at fault, which begins with its name. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly ConfigurationFault[];

  constructor(faults: readonly ConfigurationFault[]) {
    super(faults.map(({ variable, fault }) => `${variable} ${fault}`).join('\n'));
    this.faults = faults;
  }
}
