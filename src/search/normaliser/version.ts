import { HAN_VARIANTS_HASH } from './hanVariants.generated.ts';

/**
 * Names the rules of the normaliser and of the tier plan. An index carries it and is rebuilt when it differs. Raise the
 * number with every change of what `titleKeys`, `queryKeys` or `planSearch` give (a test compares golden output).
 */
export const NORMALISER_VERSION = `6-${HAN_VARIANTS_HASH}`;
