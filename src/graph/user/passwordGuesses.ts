import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * The guesses that an attacker is expected to need, as a power of ten.
 * @param known texts that the attacker tries first
 */
export function passwordGuesses(password: string, known: readonly string[]): number {
  return estimator.check(password, [...known]).guessesLog10;
}
