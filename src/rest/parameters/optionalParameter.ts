import type { z } from 'zod';
import { parameterDescription } from './parameterDescription.ts';

/** A parameter that may be left out. */
export function optionalParameter<Parameter extends z.ZodType>(parameter: Parameter) {
  return parameter.optional().meta(parameterDescription(parameter));
}
