import type { VNode } from 'preact';
import { eventKinds } from '../../graph/model/eventKinds.ts';
import { LARGEST_ANIME_LIST } from '../../graph/model/limits.ts';
import { EVENT_KINDS, type EventKind } from '../../graph/model/vocabulary.ts';
import { Boxes, Input, TextArea } from '../design/fields.tsx';
import { choiceIn, typedId } from '../forms/visit.ts';

interface StoredWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly animeIds: readonly string[] | null;
}

/** The fields of a webhook that owners set. @param webhook as stored; absent for a new one */
export function WebhookFields({ webhook }: { readonly webhook?: StoredWebhook }): VNode {
  const url = {
    type: 'url',
    required: true,
    spellcheck: false,
    placeholder: 'https://hooks.example.org/anime',
  } as const;
  const has = (kind: EventKind) => webhook?.events.includes(kind) ?? true;
  return (
    <>
      <Input label="Name" name="name" required stored={webhook?.name} />
      <Input label="Receiver URL (https, public host name, port 443)" name="url" stored={webhook?.url} {...url} />
      <Boxes
        legend="Events"
        name="event"
        choices={EVENT_KINDS.map((kind) => [kind, eventKinds[kind].meaning, has(kind)])}
      />
      <TextArea
        label={`Anime ids (optional, one per line, at most ${LARGEST_ANIME_LIST})`}
        name="anime"
        spellcheck={false}
        stored={webhook?.animeIds?.join('\n')}
      />
    </>
  );
}

/** The typed values; the graph checks their further rules. @throws CatalogError */
export function webhookInput(fields: URLSearchParams) {
  return {
    name: fields.get('name') ?? '',
    url: (fields.get('url') ?? '').trim(),
    events: fields.getAll('event').map((text) => choiceIn('events', text, EVENT_KINDS)),
    animeIds: animeIds(fields.get('anime') ?? ''),
  };
}

function animeIds(text: string): string[] | null {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  const ids = lines.map((line) => typedId('animeIds', line, 'an anime'));
  return ids.length === 0 ? null : ids;
}
