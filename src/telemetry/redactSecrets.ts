const MARK = '[redacted]';

/** Members of logged objects that are secret whatever they hold. */
const SECRET_MEMBERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

const JSON_STRING = String.raw`"(?:[^"\\]|\\.)*"`;

/** What stands between the words of a header, also where it was put into a path or a JSON string. */
const SPACES = String.raw`(?:\s|\+|\\[tn]|%(?:25)*(?:20|09|2b))+`;

/**
 * What looks like a credential, wherever it stands: whatever comes before it, in capitals or small letters, each character as it is or
 * percent-encoded.
 */
const SHAPES: readonly string[] = [
  // The authority of a URL: postgresql://user:password@host
  String.raw`(?<=:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+(?=@)`,
  // The Authorization header, quoted in somebody else's message
  `(?<=${spelt('bearer')}${SPACES})[\\w~+/.=%-]+`,
  `(?<=${spelt('basic')}${SPACES})[\\w+/=%]{8,}`,
  `(?<=${spelt('apikey')}${SPACES})[\\w+/=%]{8,}`,
  // API keys, webhook secrets and JSON Web Tokens; the least header of a token has 16 characters behind these.
  `${spelt('cac_')}[\\w%]+`,
  `${spelt('whsec_')}[\\w%+/=-]+`,
  `${spelt('eyJ')}[\\w.%-]{16,}`,
  ...SECRET_MEMBERS.map((member) => `(?<="${member}":)(?:${JSON_STRING}|\\[(?:${JSON_STRING}|,)*\\])`),
];

/** What a line must hold for the shapes to be tried at all. */
const MARKERS = [
  '%',
  '://',
  'bearer',
  'basic',
  'apikey',
  'cac_',
  'whsec_',
  'eyJ',
  ...SECRET_MEMBERS.map((it) => `"${it}":`),
];

/**
 * A filter of finished log lines: takes out this process's own secrets wherever they turn up, and whatever looks like a
 * credential. It works on the text because an error of a library may carry a connection string anywhere.
 */
export function redactSecrets(secrets: readonly string[]): (line: string) => string {
  const own = secrets.filter((secret) => secret !== '');
  const markers = new RegExp([...own.map(escaped), ...MARKERS.map(escapePattern)].join('|'), 'i');
  const pattern = new RegExp([...own.map(spelt), ...SHAPES].join('|'), 'gi');
  return (line) => {
    // Much cheaper than the patterns, and nearly every line ends here.
    if (!markers.test(line)) return line;
    return line.replace(pattern, (found) =>
      found.startsWith('"') || found.startsWith('[') ? JSON.stringify(MARK) : MARK,
    );
  };
}

/** A pattern of a text, each of its characters as it is inside a JSON string or percent-encoded. */
function spelt(text: string): string {
  return [...text].map((character) => `(?:${escaped(character)}|${codes(character).join('|')})`).join('');
}

function codes(character: string): string[] {
  return [...new Set([character.toLowerCase(), character.toUpperCase()])].map((form) =>
    [...Buffer.from(form)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** A pattern of a text as it looks inside a JSON string. */
function escaped(text: string): string {
  return escapePattern(JSON.stringify(text).slice(1, -1));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
