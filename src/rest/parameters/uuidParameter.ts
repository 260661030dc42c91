import { parseUuid } from '../../graph/model/uuid.ts';
import { type ParameterFacts, parameterText } from './parameterText.ts';

// RFC 9562's grammar, not its versions: an identifier that this service never gave out is unknown, not malformed.
/** A canonical identifier, read in any case; its value is in lower case. */
export function uuidParameter(facts: ParameterFacts) {
  return parameterText({
    ...facts,
    rule: 'a UUID such as 0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f',
    read: parseUuid,
    schema: { type: 'string', format: 'uuid' },
  });
}
