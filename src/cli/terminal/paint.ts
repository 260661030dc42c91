import { styleText } from 'node:util';

/** Words of state by the colour in which terminals show them. */
const COLOURS = {
  green: ['ok', 'active', 'approved', 'delivered', 'enabled', 'yes'],
  yellow: ['warning', 'pending', 'waiting', 'retrying', 'superseded', 'cancelled', 'disabled'],
  red: ['failed', 'rejected', 'revoked', 'expired'],
} as const;

/** A word of state in its colour, on a terminal without NO_COLOR; any other text as it is. */
export function paintState(text: string): string {
  const word = text.trim();
  const [colour] = Object.entries(COLOURS).find(([, words]) => words.some((each) => each === word)) ?? [];
  return colour === undefined ? text : styleText(colour as keyof typeof COLOURS, text, { stream: process.stdout });
}

/** A heading, bold in the same terminals. */
export function paintHeading(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
