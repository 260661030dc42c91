const MARK = '[redacted]';

/** Members of logged objects that are secret whatever their value. */
const SECRET_MEMBERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

const JSON_STRING = String.raw`"(?:[^"\\]|\\.)*"`;

/** White space between the words of a header, also in a JSON string. */
const SPACES = String.raw`(?:\s|\\[tn])+`;

/** Patterns of credentials, in any case. */
const SHAPES: readonly string[] = [
  // The authority of a URL: postgresql://user:password@host
  String.raw`(?<=:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+(?=@)`,
  // The Authorization header, quoted in another program's message
  `(?<=bearer${SPACES})[\\w~+/.=-]+`,
  `(?<=basic${SPACES})[\\w+/=]{8,}`,
  `(?<=apikey${SPACES})[\\w+/=]{8,}`,
  // API keys, webhook secrets and JSON Web Tokens; the shortest header of a token has 16 characters after these.
  String.raw`cac_\w+`,
  String.raw`whsec_[\w+/=-]+`,
  String.raw`eyJ[\w.-]{16,}`,
  ...SECRET_MEMBERS.map((member) => `(?<="${member}":)(?:${JSON_STRING}|\\[(?:${JSON_STRING}|,)*\\])`),
];

/** A line without any of these has no credential. */
const MARKERS = [
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
 * A filter of finished log lines that removes this process's secrets and everything that looks like a credential. It
 * works on text because a library's error may contain a connection string anywhere.
 */
export function redactSecrets(secrets: readonly string[]): (line: string) => string {
  const own = secrets.filter((secret) => secret !== '');
  const markers = new RegExp([...own.map(escaped), ...MARKERS.map(escapePattern)].join('|'), 'i');
  const pattern = new RegExp([...own.map(escaped), ...SHAPES].join('|'), 'gi');
  return (line) => {
    // Much cheaper than the patterns; nearly every line ends here.
    if (!markers.test(line)) return line;
    return line.replace(pattern, (found) =>
      found.startsWith('"') || found.startsWith('[') ? JSON.stringify(MARK) : MARK,
    );
  };
}

/** A pattern of a text as it appears in a JSON string. */
function escaped(text: string): string {
  return escapePattern(JSON.stringify(text).slice(1, -1));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
