import type { Viewer } from '../model/viewer.ts';

/** Who acts, as events name them: `tool:ann`, `tool` where it names nobody, `user:SUB`, `key:ID`, `client:ID`, `anonymous`. */
export function actorOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'tool':
      return viewer.actor === null ? 'tool' : `tool:${viewer.actor}`;
    case 'user':
      return `user:${viewer.subject}`;
    case 'key':
      return `key:${viewer.id}`;
    case 'client':
      return `client:${viewer.clientId}`;
    case 'public':
      return 'anonymous';
  }
}
