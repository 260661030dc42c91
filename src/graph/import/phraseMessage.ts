/** What is wrong with a member, to stand behind its name: zod's own "Invalid input: expected array, received null" is "must be array, not null". */
export function phraseMessage(message: string): string {
  return message.replace(/^Invalid input: expected (\w+), received (\w+)$/, (_, expected: string, received: string) =>
    received === 'undefined' ? `is missing (expected ${expected})` : `must be ${expected}, not ${received}`,
  );
}
