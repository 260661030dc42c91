import { openTestService, type TestService } from './openTestService.ts';
import { PASSWORD_HASH } from './password.ts';
import { until } from './until.ts';

type Answer = Record<string, Record<string, unknown>>;

/** A service with what its tests of people and tokens ask. */
export interface CallerScene {
  readonly service: TestService;
  readonly origin: string;
  /** @throws Error with the first refusal */
  mutate(text: string): Promise<Answer>;
  createUser(name: string): Promise<void>;
  /** A token that the command line makes. */
  issue(user: string, ttlSeconds?: number): Promise<string>;
  /** The status of a read with a credential. */
  read(credential: string, path?: string): Promise<number>;
  /** Waits until a credential is refused. */
  ends(credential: string): Promise<void>;
  end(): Promise<void>;
}

export async function openCallerScene(environment: Readonly<Record<string, string>> = {}): Promise<CallerScene> {
  const service = await openTestService(environment);
  const origin = service.publicUrl ?? '';
  const mutate = async (text: string): Promise<Answer> => {
    const answer = (await (await service.ask({ query: `mutation { ${text} }` })).json()) as {
      data?: Answer;
      errors?: readonly { message: string }[];
    };
    if (answer.errors !== undefined) throw new Error(answer.errors[0]?.message);
    return answer.data ?? {};
  };
  const read = async (credential: string, path = '/v1/anime') =>
    (await fetch(origin + path, { headers: { authorization: `Bearer ${credential}` } })).status;
  return {
    service,
    origin,
    mutate,
    async createUser(name) {
      await service.ports.database.client.user.create({ data: { name, passwordHash: PASSWORD_HASH } });
    },
    async issue(user, ttlSeconds = 3600) {
      const made = await mutate(
        `issueToken(input: { user: "${user}", scopes: ["anime.read"], ttlSeconds: ${ttlSeconds} }) { token }`,
      );
      return String(made.issueToken?.token);
    },
    read,
    ends: (credential) => until(async () => (await read(credential)) === 401),
    end: () => service.end(),
  };
}
