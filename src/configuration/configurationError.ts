/** One variable that stops the start. */
export interface ConfigurationFault {
  readonly variable: string;
  /** What is wrong with it and what would be right: continues a sentence that begins with its name. Holds no secret. */
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
