import type { DatabaseClock } from '../../database/databaseClock.ts';

/** Members of oidc-provider's state and tokens that are times, in seconds since 1970. */
const TIMES: readonly string[] = ['exp', 'iat', 'iiat', 'loginTs', 'authTime', 'consumed', 'ts'];

/**
 * oidc-provider reads this machine's clock alone. Where that is wrong, the times that leave it are converted to the
 * database's clock: in the state that replicas share, and in the tokens that they verify.
 */
export class IssuerTime {
  readonly #clock: Pick<DatabaseClock, 'correctionMs' | 'now'>;

  constructor(clock: Pick<DatabaseClock, 'correctionMs' | 'now'>) {
    this.#clock = clock;
  }

  /** The database's time. */
  readonly now = (): Date => this.#clock.now();

  /** Converts oidc-provider's state to the database's times. */
  outside<Held>(held: Held): Held {
    return shifted(held, -this.#seconds);
  }

  /** Converts stored state to the times that oidc-provider compares with. */
  inside<Held>(held: Held): Held {
    return shifted(held, this.#seconds);
  }

  get #seconds(): number {
    return Math.round(this.#clock.correctionMs / 1000);
  }
}

function shifted<Held>(held: Held, seconds: number): Held {
  if (seconds === 0 || typeof held !== 'object' || held === null) return held;
  if (Array.isArray(held)) return held.map((each) => shifted<unknown>(each, seconds)) as Held;
  const members = Object.entries(held).map(([name, value]) => [
    name,
    typeof value === 'number' && TIMES.includes(name) ? value + seconds : shifted<unknown>(value, seconds),
  ]);
  return Object.fromEntries(members) as Held;
}
