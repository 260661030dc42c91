import { openTestService, type TestService } from '../../support/openTestService.ts';
import { type CookieClient, openCallback, openSignIn, type SignIn } from './openSignIn.ts';

export const PASSWORD = 'correct horse battery';

type Answer = Record<string, Record<string, unknown>>;

/** A service with its issuer, the user ann, and an application that she can sign in through. */
export interface IssuerScene {
  readonly service: TestService;
  readonly origin: string;
  readonly clientId: string;
  /** Where the application waits for the browser. */
  readonly redirectUri: string;
  /** @throws Error with the first refusal */
  mutate(text: string): Promise<Answer>;
  createUser(name: string): Promise<void>;
  /** Signs in, agrees, and redeems the code. */
  signIn(browser: CookieClient, name?: string, password?: string): Promise<SignedIn>;
  /** The status of a read with an access token, or of one on webhooks. */
  read(token: string, path?: string): Promise<number>;
  /** Waits at most 5 s until a token is refused. */
  ends(token: string): Promise<void>;
  end(): Promise<void>;
}

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  readonly configuration: SignIn['configuration'];
}

export const SCOPE = 'openid offline_access anime.read webhooks.read webhooks.write';

export async function openIssuerScene(): Promise<IssuerScene> {
  const service = await openTestService();
  const origin = service.publicUrl ?? '';
  const callback = await openCallback();
  const mutate = async (text: string): Promise<Answer> => {
    const answer = (await (await service.ask({ query: `mutation { ${text} }` })).json()) as {
      data?: Answer;
      errors?: readonly { message: string }[];
    };
    if (answer.errors !== undefined) throw new Error(answer.errors[0]?.message);
    return answer.data ?? {};
  };
  const createUser = async (name: string) => {
    await mutate(`createUser(input: { name: "${name}", password: "${PASSWORD}" }) { user { name } }`);
  };
  await createUser('ann');
  const made = await mutate(
    `createApplication(input: { name: "Mirror", owner: "ann", redirectUris: ["${callback.uri}"] }) { application { id } }`,
  );
  const clientId = (made.createApplication?.application as { id: string } | undefined)?.id ?? '';
  const read = async (token: string, path = '/v1/anime') =>
    (await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })).status;
  return {
    service,
    origin,
    clientId,
    redirectUri: callback.uri,
    mutate,
    createUser,
    async signIn(browser, name = 'ann', password = PASSWORD) {
      const begun = await openSignIn(origin, clientId, callback.uri, SCOPE);
      let at = await browser.follow(begun.url);
      if ((await at.response.text()).includes('Password')) {
        at = await browser.follow(`${at.url}/sign-in`, { name, password });
      }
      if (!at.url.startsWith(callback.uri)) at = await browser.follow(`${at.url}/consent`, {});
      if (!at.url.startsWith(callback.uri)) throw new Error(`${name} is not signed in: ${at.response.status}`);
      const tokens = await begun.finish(at.url);
      return {
        accessToken: tokens.access_token,
        refreshToken: String(tokens.refresh_token),
        idToken: String(tokens.id_token),
        configuration: begun.configuration,
      };
    },
    read,
    async ends(token) {
      const began = Date.now();
      while ((await read(token)) !== 401) {
        if (Date.now() - began > 5_000) throw new Error('the token is taken after 5 s still');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async end() {
      await callback.close();
      await service.end();
    },
  };
}
