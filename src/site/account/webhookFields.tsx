import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { eventKinds } from '../../graph/model/eventKinds.ts';
import { LARGEST_ANIME_LIST } from '../../graph/model/limits.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { EVENT_KINDS, type EventKind } from '../../graph/model/vocabulary.ts';
import { Field } from '../design/field.tsx';
import { ticked, typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

interface WebhookFieldsProps {
  readonly visit: Visit;
  readonly form: string;
  /** The stored webhook; absent for a new one. */
  readonly webhook?: StoredWebhook;
}

interface StoredWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly animeIds: readonly string[] | null;
}

/** The fields of a webhook that owners set. */
export function WebhookFields({ visit, form, webhook }: WebhookFieldsProps): VNode {
  return (
    <>
      <Field label="Name">
        <input name="name" required value={typed(visit, form, 'name', webhook?.name)} />
      </Field>
      <Field label="URL of the receiver: https, a public name, port 443">
        <input
          name="url"
          type="url"
          required
          spellcheck={false}
          placeholder="https://hooks.example.org/anime"
          value={typed(visit, form, 'url', webhook?.url)}
        />
      </Field>
      <fieldset class="choices">
        <legend>Events</legend>
        {EVENT_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              name="event"
              value={kind}
              checked={ticked(visit, form, 'event', kind, webhook?.events.includes(kind) ?? true)}
            />
            <span>
              <code>{kind}</code>: {eventKinds[kind].meaning}
            </span>
          </label>
        ))}
      </fieldset>
      <Field label={`Anime ids (optional, one a line, at most ${LARGEST_ANIME_LIST})`}>
        <textarea name="anime" rows={2} spellcheck={false}>
          {typed(visit, form, 'anime', webhook?.animeIds?.join('\n'))}
        </textarea>
      </Field>
    </>
  );
}

/** The typed values; the graph checks their further rules. @throws CatalogError */
export function webhookInput(fields: URLSearchParams) {
  return {
    name: fields.get('name') ?? '',
    url: (fields.get('url') ?? '').trim(),
    events: fields.getAll('event').map(eventKind),
    animeIds: animeIds(fields.get('anime') ?? ''),
  };
}

function eventKind(text: string): EventKind {
  const kind = EVENT_KINDS.find((each) => each === text);
  if (kind === undefined) throw invalidParameter('events', `each is one of ${EVENT_KINDS.join(', ')}.`);
  return kind;
}

function animeIds(text: string): string[] | null {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  const ids = lines.map((line) => {
    const id = parseUuid(line);
    if (id === null) throw invalidParameter('animeIds', `"${line.slice(0, 100)}" is no id of an anime.`);
    return id;
  });
  return ids.length === 0 ? null : ids;
}
