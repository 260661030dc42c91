interface KeyTimes {
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

/** Whether a key is neither revoked nor expired. */
export function isWorking({ revokedAt, expiresAt }: KeyTimes, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

/** The state of a key: a sign, which no colour replaces, and words. */
export function keyState(key: KeyTimes, now: Date): string {
  if (key.revokedAt !== null) return '✕ revoked';
  return isWorking(key, now) ? '● works' : '✕ expired';
}
