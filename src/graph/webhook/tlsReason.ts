const NO_CHAIN =
  'The certificate does not lead to a known authority: let the receiver send the intermediate certificates with its own, as in fullchain.pem.';
const SELF_SIGNED =
  'The certificate is signed by no known authority: get one from a public authority, or have the operator trust yours by NODE_EXTRA_CA_CERTS.';
const OLD = 'The receiver speaks no TLS that is accepted here: enable TLS 1.2 or 1.3.';
const HTTP2 = 'The receiver speaks HTTP/2 alone: deliveries come by HTTP/1.1.';

/** By the codes of OpenSSL and Node (Node's documentation of tls, "X509 certificate error codes"). */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/, NO_CHAIN],
  [/SELF_SIGNED/, SELF_SIGNED],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'The certificate names another host: get one that names the host of the URL.'],
  [/HAS_EXPIRED/, "The receiver's certificate has expired: renew it."],
  [/NOT_YET_VALID/, "The receiver's certificate is not valid yet: look at its dates, and at the clocks."],
  [/NO_APPLICATION_PROTOCOL/, HTTP2],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/, OLD],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, 'What listens there speaks no TLS, plain http perhaps.'],
  [/CERTIFICATE_REQUIRED/, 'The receiver wants a certificate of its client: deliveries are signed, and show none.'],
];

/** What is wrong with a handshake or certificate, and the remedy, in a sentence. */
export function tlsReason(code: string): string {
  const [, text] = TEXTS.find(([codes]) => codes.test(code)) ?? [];
  return text ?? 'The handshake or the certificate failed: see `openssl s_client -connect HOST:443 -servername HOST`.';
}
