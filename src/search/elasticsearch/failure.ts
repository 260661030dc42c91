import { errors } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';

/**
 * Runs a request to the cluster; errors of the client become a SearchUnavailableError that names the action. The
 * client's error is not kept as the cause, because it holds the whole request and answer. Other errors are bugs and
 * pass through.
 */
export async function orUnavailable<T>(what: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof errors.ElasticsearchClientError) {
      const { reason, remedy } = failureOf(error);
      throw new SearchUnavailableError(`${what}: ${reason}`, remedy);
    }
    throw error;
  }
}

/** Whether the cluster answered that the index or alias does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

type Failure = Readonly<Record<'reason' | 'remedy', string>>;

const REACH = 'Check that Elasticsearch runs and that ELASTICSEARCH_URL reaches it from this machine.';

/** Messages of OpenSSL and Node, the only detail that the client passes on. */
const CONNECTION_FAILURES: readonly (readonly [words: RegExp, reason: string, remedy: string])[] = [
  [
    /self-signed certificate|unable to (verify|get)|certificate signature failure|certificate is not trusted/i,
    'the certificate of elasticsearch is not trusted',
    "Start the service with NODE_EXTRA_CA_CERTS=FILE, a file with the certificate of the authority that signed Elasticsearch's (Elasticsearch makes one at its first start: config/certs/http_ca.crt).",
  ],
  [
    /certificate (has expired|is not yet valid)/i,
    'the certificate of elasticsearch is not valid now',
    "Renew Elasticsearch's certificate, or set this machine's clock.",
  ],
  [
    /does not match certificate's altnames/i,
    'the certificate of elasticsearch is for other names',
    'Name Elasticsearch in ELASTICSEARCH_URL as its certificate does.',
  ],
  [
    /wrong version number|packet length too long|http request/i,
    'elasticsearch does not speak TLS there',
    'Begin ELASTICSEARCH_URL with http://, or name the port that speaks TLS.',
  ],
  [
    /other side closed|socket hang up/i,
    'elasticsearch closed the connection',
    'If that port speaks TLS, as it does by default, begin ELASTICSEARCH_URL with https://; else see the log of Elasticsearch.',
  ],
  [
    /not Elasticsearch/i,
    'what answers is not elasticsearch',
    'Set ELASTICSEARCH_URL to an Elasticsearch 8 or 9 itself; other products and pages of proxies are not taken.',
  ],
];

/** The client's error as a message for an operator, without request and answer. */
function failureOf(error: errors.ElasticsearchClientError): Failure {
  if (error instanceof errors.ResponseError) return refusal(error);
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) {
    return { reason: 'elasticsearch did not answer in time', remedy: REACH };
  }
  const words = (error.message || error.name).trim();
  const known = CONNECTION_FAILURES.find(([pattern]) => pattern.test(words));
  if (known === undefined) return { reason: `elasticsearch cannot be reached: ${words}`, remedy: REACH };
  const [, reason, remedy] = known;
  return { reason: `${reason}: ${words}`, remedy };
}

function refusal({ statusCode, message }: errors.ResponseError): Failure {
  switch (statusCode) {
    case 401:
      return {
        reason: `elasticsearch refuses the credentials (401 ${message})`,
        remedy:
          'Set ELASTICSEARCH_API_KEY to a valid key in its encoded form, or put user:password@ of a valid user into ELASTICSEARCH_URL.',
      };
    case 403:
      return {
        reason: `the credentials have too few rights on elasticsearch (403 ${message})`,
        remedy:
          'Give the key or user of ELASTICSEARCH_API_KEY or ELASTICSEARCH_URL all rights on ELASTICSEARCH_INDEX*.',
      };
    default:
      return { reason: `elasticsearch answered ${statusCode}: ${message}`, remedy: 'See the log of Elasticsearch.' };
  }
}
