import { InvalidArgumentError } from 'commander';
import { isLoopbackHost } from '../../base/isLoopbackHost.ts';
import { parseUrl } from '../../base/parseUrl.ts';
import { visibleLine } from '../../base/visibleText.ts';
import { origin } from '../../configuration/addressRules.ts';
import { readVariables } from '../../configuration/readVariables.ts';
import { table } from '../../configuration/variables.ts';
import type { ReceiverUrl } from '../../graph/webhook/receiverUrl.ts';
import { newSecretText } from '../../graph/webhook/webhookSecret.ts';
import { readPublicAddress } from '../client/serviceAddress.ts';
import type { Answer } from '../command/answer.ts';
import { option, required } from '../command/parameters.ts';
import { type Given, working } from '../command/row.ts';
import { EventLog } from '../listen/eventLog.ts';
import type { ForwardedAttempt } from '../listen/forwarder.ts';
import { interruption } from '../terminal/interruption.ts';
import { printJson, printText } from '../terminal/output.ts';

const parameters = {
  forward: required('--forward <url>', 'the receiver, e.g. http://localhost:8080/hook', forwardTarget),
  kinds: option('--kinds <list>', 'only these kinds, e.g. anime.created,episode.released'),
  url: option('--url <origin>', 'the service (default: HOST and PORT on this machine)', serviceOrigin),
  after: option('--after <position>', 'start after this position of the log, 0: with the first event', position),
  secret: option('--secret <secret>', 'the signing secret, whsec_… (default: a new one)', secretText),
};

/** `catalog webhooks listen` */
export const listen = working({
  name: 'listen',
  about: 'Post events to a program on this machine as they are published, until Ctrl-C',
  example: '--forward http://127.0.0.1:8080/hook',
  notes: `The log is read over the public interface, so the service may run anywhere; CATALOG_KEY is an API key with anime.read,
for its quota. Events are posted one after the other, in the order of the log, as a service posts them to webhooks: the
same body, headers and signature, eight attempts, but seconds apart. With --json every attempt is a line.`,
  parameters,
  run: forwardEvents,
});

async function forwardEvents(
  { forward, kinds, url, after, ...given }: Given<typeof parameters>,
  json: boolean,
): Promise<Answer> {
  // Loaded when needed: the other commands start without an HTTP client.
  const { Forwarder } = await import('../listen/forwarder.ts');
  const secret = given.secret ?? newSecretText();
  const stop = interruption('Stopping.');
  const service = url ?? readPublicAddress(process.env);
  const { CATALOG_KEY: key } = readVariables(table.pick({ CATALOG_KEY: true }), process.env);
  const log = new EventLog({ origin: service, key, kinds, signal: stop.signal });
  const forwarder = new Forwarder(forward, secret, stop.signal);
  const counts = { delivered: 0, failed: 0 };
  try {
    const head = await log.head();
    let position = after ?? head;
    const begun = { service, forward: forward.href, position, secret };
    await (json ? printJson(begun) : printText(greeting(begun)));
    for await (const event of log.follow(position)) {
      const report = (attempt: ForwardedAttempt) => (json ? printJson(attempt) : printText(attemptLine(attempt)));
      const isDelivered = await forwarder.forward(event, report);
      if (isDelivered === null) break;
      counts[isDelivered ? 'delivered' : 'failed'] += 1;
      position = event.position;
    }
    return {
      json: { ...counts, position },
      text: `${counts.delivered} delivered, ${counts.failed} failed. --after ${position} continues from here.`,
    };
  } finally {
    stop.release();
    await forwarder.close();
  }
}

function greeting({ service, forward, position, secret }: Readonly<Record<string, string | number>>): string {
  return `Events of ${service} after position ${position} go to ${forward}\nWEBHOOK_SECRET=${secret}`;
}

function attemptLine(attempt: ForwardedAttempt): string {
  const { kind, title, status, error, durationMs, outcome, delayMs } = attempt;
  const time = new Date().toTimeString().slice(0, 8);
  const answer = `${status ?? error} in ${durationMs} ms`;
  const next = outcome === 'retry' ? `, again in ${delayMs / 1_000} s` : outcome === 'failed' ? ', failed' : '';
  return visibleLine(`${time}  ${kind}  ${title}  ${answer}${next}`);
}

/**
 * The program on this machine that is posted to. Plain http is for this machine alone: elsewhere everyone on the way
 * could read the events, change them, and send them again for five minutes.
 */
function forwardTarget(text: string): ReceiverUrl {
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('It must be a URL to post to, such as http://localhost:8080/hook.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('It has credentials: leave out what comes before @.');
  }
  if (/[?#]/.test(text)) {
    throw new InvalidArgumentError("It has a query or fragment, which a webhook's URL cannot have: leave it out.");
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isLoopbackHost(url.hostname)) {
    throw new InvalidArgumentError(
      `It names ${host}, which is not this machine: localhost, 127.0.0.1 or [::1] is expected. For a public https address create a webhook.`,
    );
  }
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
  return { href: url.href, origin: url.origin, host, port, path: url.pathname };
}

function serviceOrigin(value: string): string {
  const read = origin('the service').safeParse(value);
  if (read.success) return read.data;
  throw new InvalidArgumentError('It must be the origin of a service such as https://anime.example.org.');
}

function position(value: string): number {
  if (/^(0|[1-9]\d*)$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value);
  throw new InvalidArgumentError('It must be a position of the event log: 0 or a whole number such as 8471.');
}

function secretText(value: string): string {
  if (/^whsec_[\w-]{1,200}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be whsec_ and letters, digits, - or _.');
}
