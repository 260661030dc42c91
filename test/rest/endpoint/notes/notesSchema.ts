import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { CatalogError } from '../../../../src/graph/model/errors.ts';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly revision: number;
}

/** The one shelf that exists. */
export const shelfId = '0198c7a2-5b1e-7c3d-9f00-000000000001';

interface Expectation {
  readonly id: string;
  readonly revisions: readonly number[] | null;
}

interface NoteInput {
  readonly text?: string | null;
  readonly pinned?: boolean | null;
}

/** A small graph that keeps notes in memory: what endpoints that write are tried with. */
export function notesSchema(): GraphQLSchema {
  const notes = new Map<string, Note>();
  let made = 0;

  function expected({ id, revisions }: Expectation): Note {
    const note = notes.get(id);
    if (note === undefined) throw new CatalogError('not_found', 'There is no such note.');
    if (revisions !== null && !revisions.includes(note.revision)) {
      throw new CatalogError('conflict', `The note is at revision ${note.revision}: read it again.`);
    }
    return note;
  }

  return makeExecutableSchema({
    typeDefs: `
      type Note { id: ID! text: String! pinned: Boolean! revision: Int! }
      type NoteConnection { nodes: [Note!]! pageInfo: PageInfo! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Query {
        shelf(id: ID!): ID
        note(shelf: ID!, id: ID!): Note
        notes(shelf: ID!, first: Int!, after: String): NoteConnection
      }
      type Mutation {
        createNote(shelf: ID!, text: String!, pinned: Boolean): Note!
        updateNote(id: ID!, revisions: [Int!], text: String, pinned: Boolean): Note!
        deleteNote(id: ID!, revisions: [Int!]): ID!
        sealNote(id: ID!): String!
        sendNote(id: ID!): ID!
      }
    `,
    resolvers: {
      Query: {
        shelf: (_root, { id }: { id: string }) => (id === shelfId ? id : null),
        note: (_root, { shelf, id }: { shelf: string; id: string }) =>
          (shelf === shelfId ? notes.get(id) : null) ?? null,
        notes: (_root, { shelf, first, after }: { shelf: string; first: number; after: string | null }) => {
          if (shelf !== shelfId) return null;
          const following = [...notes.values()].filter(({ id }) => after === null || id > after);
          const nodes = following.slice(0, first);
          return { nodes, pageInfo: { hasNextPage: following.length > first, endCursor: nodes.at(-1)?.id ?? null } };
        },
      },
      Mutation: {
        createNote: (_root, { text, pinned }: NoteInput) => {
          if (text === 'fail') throw new Error('the disk is full');
          if (text === 'unsafe') throw new CatalogError('unsafe_webhook_url', 'must be safe.', { parameter: 'text' });
          made += 1;
          const id = `0198c7a2-5b1e-7c3d-9f00-${String(made).padStart(12, '0')}`;
          const note: Note = { id, text: text ?? '', pinned: pinned ?? false, revision: 1 };
          notes.set(id, note);
          return note;
        },
        updateNote: (_root, { text, pinned, ...expectation }: NoteInput & Expectation) => {
          const note = expected(expectation);
          const changed = {
            ...note,
            text: text ?? note.text,
            pinned: pinned ?? note.pinned,
            revision: note.revision + 1,
          };
          notes.set(note.id, changed);
          return changed;
        },
        deleteNote: (_root, expectation: Expectation) => {
          const { id } = expected(expectation);
          notes.delete(id);
          return id;
        },
        sealNote: (_root, { id }: { id: string }) => `seal of ${expected({ id, revisions: null }).id}`,
        sendNote: (_root, { id }: { id: string }) => expected({ id, revisions: null }).id,
      },
    },
  });
}
