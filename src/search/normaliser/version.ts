import { HAN_VARIANTS_HASH } from './generated/hanVariants.ts';

/**
 * The version of the normaliser's rules and of the tier plan. An index records it and is rebuilt when it differs.
 * Increment it with every change to the results of `titleKeys`, `queryKeys` or `planSearch` (a test compares golden
 * output).
 */
export const NORMALISER_VERSION = `31-${HAN_VARIANTS_HASH}`;
