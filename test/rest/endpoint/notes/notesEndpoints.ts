import type { TadaDocumentNode } from 'gql.tada';
import { parse } from 'graphql';
import { z } from 'zod';
import { jsonBody, noBody } from '../../../../src/rest/body/bodyKinds.ts';
import { manages } from '../../../../src/rest/endpoint/access.ts';
import { commandEndpoint } from '../../../../src/rest/endpoint/commandEndpoint.ts';
import type { Endpoint } from '../../../../src/rest/endpoint/endpoint.ts';
import { pageEndpoint } from '../../../../src/rest/endpoint/pageEndpoint.ts';
import { resourceEndpoint } from '../../../../src/rest/endpoint/resourceEndpoint.ts';
import { resourceLookup } from '../../../../src/rest/endpoint/resourceLookup.ts';
import { uuidParameter } from '../../../../src/rest/parameters/kinds.ts';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly revision: number;
}

/** In the product `graphql` infers both types from the text. */
const operation = <Data, Variables>(text: string) => parse(text) as TadaDocumentNode<Data, Variables>;

const noteSchema = z
  .object({ id: z.string(), text: z.string(), pinned: z.boolean(), revision: z.int() })
  .meta({ id: 'Note', description: 'A note on a shelf.' });

const noteResource = ({ id, text, pinned, revision }: Note) => ({ id, text, pinned, revision });

const noteBody = z.strictObject({
  text: z.string().min(1).max(100),
  pinned: z.boolean().optional(),
});

const section = 'Platform';
const list = '/v1/shelves/{applicationId}/notes';
const one = `${list}/{id}`;
const shelf = { applicationId: uuidParameter({ description: 'Identifier of the shelf.' }) };
const note = { ...shelf, id: uuidParameter({ description: 'Identifier of the note.' }) };

const shelfExists = resourceLookup({
  operation: operation<{ shelf: string | null }, { shelf: string }>('query Shelf($shelf: ID!) { shelf(id: $shelf) }'),
  variables: ({ applicationId }: { applicationId: string }) => ({ shelf: applicationId }),
  found: (data) => data.shelf !== null,
});

const noteExists = resourceLookup({
  operation: operation<{ note: { id: string } | null }, { shelf: string; id: string }>(
    'query NoteId($shelf: ID!, $id: ID!) { note(shelf: $shelf, id: $id) { id } }',
  ),
  variables: ({ applicationId, id }: { applicationId: string; id: string }) => ({ shelf: applicationId, id }),
  found: (data) => data.note !== null,
});

const createNote = commandEndpoint({
  method: 'POST',
  path: list,
  operationId: 'CreateNote',
  access: manages('webhooks.write'),
  section,
  summary: 'Put a note on a shelf',
  description: 'Makes a note. The answer holds its seal, which is shown once.',
  parameters: shelf,
  target: shelfExists,
  body: jsonBody(noteBody),
  operation: operation<{ createNote: Note }, { shelf: string; text: string; pinned: boolean | null }>(`
    mutation CreateNote($shelf: ID!, $text: String!, $pinned: Boolean) {
      createNote(shelf: $shelf, text: $text, pinned: $pinned) { id text pinned revision }
    }
  `),
  variables: ({ parameters, body }) => ({
    shelf: parameters.applicationId,
    text: body.text,
    pinned: body.pinned ?? null,
  }),
  response: {
    status: 201,
    description: 'The note.',
    schema: noteSchema,
    entityTag: 'strong',
    location: true,
    secret: true,
  },
  outcome: (data, { applicationId }) => ({
    resource: noteResource(data.createNote),
    version: data.createNote.revision,
    location: `/v1/shelves/${applicationId}/notes/${data.createNote.id}`,
  }),
});

const listNotes = pageEndpoint({
  path: list,
  operationId: 'ListNotes',
  access: manages('webhooks.read'),
  section,
  summary: 'List the notes of a shelf',
  description: 'All notes, the oldest first.',
  parameters: shelf,
  page: { unchanged: 'It holds for this shelf alone.' },
  operation: operation<
    {
      notes: {
        nodes: readonly Note[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      } | null;
    },
    { shelf: string; first: number; after: string | null }
  >(`
    query Notes($shelf: ID!, $first: Int!, $after: String) {
      notes(shelf: $shelf, first: $first, after: $after) {
        nodes { id text pinned revision }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ applicationId }, page) => ({ shelf: applicationId, ...page }),
  connection: (data) => data.notes,
  response: { id: 'NotePage', description: 'A page of notes.', item: noteSchema },
  item: noteResource,
});

const getNote = resourceEndpoint({
  path: one,
  operationId: 'GetNote',
  access: manages('webhooks.read'),
  section,
  summary: 'Read one note',
  description: 'The note with the tag that guards its changes.',
  parameters: note,
  entityTag: 'strong',
  operation: operation<{ note: (Note & { version: number }) | null }, { shelf: string; id: string }>(`
    query Note($shelf: ID!, $id: ID!) {
      note(shelf: $shelf, id: $id) { id text pinned revision version: revision }
    }
  `),
  variables: ({ applicationId, id }) => ({ shelf: applicationId, id }),
  node: (data) => data.note,
  response: { description: 'The note.', schema: noteSchema },
  resource: noteResource,
});

const updateNote = commandEndpoint({
  method: 'PATCH',
  path: one,
  operationId: 'UpdateNote',
  access: manages('webhooks.write'),
  section,
  summary: 'Change a note',
  description: 'Changes the members that the body holds.',
  parameters: note,
  target: noteExists,
  needsIfMatch: true,
  body: jsonBody(noteBody.partial(), { mediaTypes: ['application/json', 'application/merge-patch+json'] }),
  operation: operation<
    { updateNote: Note },
    { id: string; revisions: readonly number[] | null; text: string | null; pinned: boolean | null }
  >(`
    mutation UpdateNote($id: ID!, $revisions: [Int!], $text: String, $pinned: Boolean) {
      updateNote(id: $id, revisions: $revisions, text: $text, pinned: $pinned) { id text pinned revision }
    }
  `),
  variables: ({ parameters: { id }, body, revisions }) => ({
    id,
    revisions,
    text: body.text ?? null,
    pinned: body.pinned ?? null,
  }),
  response: { status: 200, description: 'The note as it is now.', schema: noteSchema, entityTag: 'strong' },
  outcome: (data) => ({ resource: noteResource(data.updateNote), version: data.updateNote.revision }),
});

const deleteNote = commandEndpoint({
  method: 'DELETE',
  path: one,
  operationId: 'DeleteNote',
  access: manages('webhooks.write'),
  section,
  summary: 'Take a note away',
  description: 'The note is gone for good.',
  parameters: note,
  target: noteExists,
  needsIfMatch: true,
  body: noBody,
  operation: operation<{ deleteNote: string }, { id: string; revisions: readonly number[] | null }>(`
    mutation DeleteNote($id: ID!, $revisions: [Int!]) { deleteNote(id: $id, revisions: $revisions) }
  `),
  variables: ({ parameters: { id }, revisions }) => ({ id, revisions }),
  response: { status: 204, description: 'It is gone.' },
  outcome: () => ({}),
});

const sealSchema = z.object({ seal: z.string() }).meta({ id: 'Seal', description: 'A secret.' });

const sealNote = commandEndpoint({
  method: 'POST',
  path: `${one}/seal`,
  operationId: 'SealNote',
  access: manages('webhooks.write'),
  section,
  summary: 'Seal a note',
  description: 'Answers with the new seal, which is shown once.',
  parameters: note,
  target: noteExists,
  body: noBody,
  operation: operation<{ sealNote: string }, { id: string }>('mutation Seal($id: ID!) { sealNote(id: $id) }'),
  variables: ({ parameters: { id } }) => ({ id }),
  response: { status: 200, description: 'The seal.', schema: sealSchema, secret: true },
  outcome: (data) => ({ resource: { seal: data.sealNote } }),
});

const sendNote = commandEndpoint({
  method: 'POST',
  path: `${one}/send`,
  operationId: 'SendNote',
  access: manages('webhooks.write'),
  section,
  summary: 'Send a note',
  description: 'Sends the note when there is time.',
  parameters: note,
  target: noteExists,
  body: noBody,
  operation: operation<{ sendNote: string }, { id: string }>('mutation Send($id: ID!) { sendNote(id: $id) }'),
  variables: ({ parameters: { id } }) => ({ id }),
  response: { status: 202, description: 'It will be sent.' },
  outcome: () => ({}),
});

/** Endpoints that read and write notes: each kind, each status. */
export const notesEndpoints: readonly Endpoint[] = [
  createNote,
  listNotes,
  getNote,
  updateNote,
  deleteNote,
  sealNote,
  sendNote,
];
