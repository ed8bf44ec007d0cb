import { entropy } from '../text/entropy.ts';
import { generated } from '../text/random-value.ts';
import { rule } from './rule.ts';

const withDigit = (secret: string) => /\d/.test(secret);

/** A long random word: not a hash of Git's, not a UUID, not words joined by marks. */
function longAndRandom(secret: string): boolean {
  if (!generated(secret) || entropy(secret) < 3.5 || !/\d.*\d/.test(secret)) return false;
  return (
    !/^[0-9a-f-]+$/i.test(secret) &&
    !/^(?:[A-Za-z]+|\d+)(?:[-_./][A-Za-z0-9]{1,8})+$/.test(secret) &&
    !/^\.?\//.test(secret)
  );
}

/** Credentials as people and calls put them, where no name and no operator stand. */
export const PHRASES = [
  rule(
    'spoken-token',
    'any',
    /(?:token|secret|api key|apikey|passphrase)[ \t]{1,3}(?:is |was |here |here: |= |: ){0,2}["'`(]?([A-Za-z0-9+/_=.~-]{16,512})(?![\w(])/i,
    'here is my token {b62:22}7a9',
    { tier: 'candidate', mask: 'token', verify: longAndRandom },
  ),
  rule(
    'basic-auth-call',
    'any',
    /(?:\.|basic_?)?auth ?=? ?\(\s{0,8}["'][^"'\n]{1,64}["']\s{0,8},\s{0,8}["']([^"'\n]{3,128})["']\s{0,8}\)/i,
    "requests.get(url, auth=('ada', '{b62:12}'))",
    {
      tier: 'candidate',
      anywhere: true,
      mask: 'password',
      verify: (secret) => withDigit(secret) || generated(secret) || /[A-Z].*[^\w]|[a-z][A-Z]/.test(secret),
    },
  ),
  rule(
    'user-and-password',
    'any',
    /(?:(?<=(?<![\w-])u(?:sr|ser)?[:=] ?[\w.@-]{1,64}[,;|]?)[ /]p[:=] ?|(?: basic is|basic auth:?|creds(?: are|:)|login is) ["'`]?[\w.@-]{2,32}:(?!\/))([^\s"'`<>:/{}$]{5,64})/i,
    ['u: ada p: {b62:10}7', 'creds are ada:{b62:10}7'],
    {
      literals: [
        ' p: ',
        ' p=',
        '/p:',
        ' basic is ',
        'basic auth ',
        'basic auth: ',
        'creds are ',
        'creds: ',
        'login is ',
      ],
      tier: 'candidate',
      anywhere: true,
      mask: 'password',
      verify: (secret) => withDigit(secret) && /[A-Za-z]/.test(secret),
    },
  ),
  rule(
    'key-bytes',
    'any',
    /(?:key|psk)"?\s?[:=]\s?\[\s?((?:(?:0x[0-9a-f]{2}|\d{1,3})\s?,\s{0,8}){15,63}(?:0x[0-9a-f]{2}|\d{1,3}))\s?\]/i,
    'network_key: [22, 52, 125, 98, 63, 85, 161, 34, 30, 28, 151, 97, 21, 61, 68, {digit:2}]',
    {
      tier: 'candidate',
      anywhere: true,
      mask: 'secret',
      verify: (secret) => new Set(secret.split(',')).size > 10 && !/^0,\s?1,\s?2/.test(secret),
    },
  ),
  rule(
    'card-verification-code',
    'any',
    /cv[vc]2?["'\\]{0,4}[ \t]{0,3}[:=][ \t]{0,3}["'\\]{0,4}(\d{3,4})(?!\d)/i,
    '"cvv": "{digit:3}"',
    { tier: 'candidate', mask: 'card-verification-code' },
  ),
  rule(
    'filled-password',
    'any',
    /(?:#(?:login-)?|(?:name|type)=\\?["']?)(?:pass|pw|otp)[\w-]{0,24}\\?["'\]`]{1,4}\s{0,2}\)?\s{0,4}(?:,\s{0,4}|\.value\s{0,4}=\s{0,4}|\)?\.(?:fill|type|send_keys|sendKeys)\(\s{0,4})\\?["'`]([^"'`\n\\]{3,128})\\?["'`]/i,
    "page.fill('#password', '{b62:12}7')",
    {
      literals: [
        '#pass',
        '#pw',
        '#otp',
        '#login-pass',
        'name=pass',
        'type=pass',
        'name="pass',
        'type="pass',
        "name='pass",
        "type='pass",
        'name=\\"pass',
        'type=\\"pass',
      ],
      tier: 'candidate',
      anywhere: true,
      mask: 'password',
      verify: (secret) => !/^(?:password|secret|test|pass|\$\{?\w+\}?)$/i.test(secret),
    },
  ),
];

/** Credentials by the file they are kept in. */
export const FILES = [
  rule(
    'netrc-password',
    'netrc',
    /machine[ \t\r\n]{1,8}[^\s]{1,255}[ \t\r\n]{1,8}login[ \t\r\n]{1,8}[^\s]{1,255}[ \t\r\n]{1,8}password[ \t\r\n]{1,8}([^\s<>${}[\]]{3,255})/,
    'machine git.acme.test login builder password {b62:12}',
    { mask: 'password' },
  ),
  rule(
    'jwk-private-key',
    'JSON Web Key',
    /"(?:d|dp|dq|qi)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"([\w-]{40,800})\\{0,3}"/,
    ['"d": "{b64u:43}"', '"dp":"{b64u:171}"'],
    {
      literals: ['"d"', '"dp"', '"dq"', '"qi"', '"d\\', '"dp\\', '"dq\\', '"qi\\'],
      mask: 'private-key',
      verify: (secret) => entropy(secret) >= 4,
    },
  ),
  rule(
    'xml-rsa-private-key',
    'XML Signature',
    /<(?:D|P|Q|DP|DQ|InverseQ)>\s{0,8}([A-Za-z0-9+/\s]{64,2000}={0,2})\s{0,8}<\//,
    '<D>{b64:170}=</D>',
    { mask: 'private-key', anywhere: true },
  ),
  rule(
    'aws-secret-access-key',
    'AWS',
    /(?:secret[_ -]?access[_ -]?key|aws[_-]?secret(?:[_-]?key)?)(?:_id)?\\{0,3}["'`)\]]{0,2}\s{0,8}(?:=>|:=|[:=,>]|is)?\s{0,8}\\{0,3}["'`]?([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/i,
    [
      'aws_secret_access_key = {b64:40}',
      'AWS_SECRET_ACCESS_KEY={b64:40}',
      '"SecretAccessKey": "{b64:40}"',
      'secretAccessKey: "{b64:40}"',
    ],
    {
      literals: [
        'secret_access_key',
        'secretaccesskey',
        'secret-access-key',
        'secret access key',
        'aws_secret',
        'awssecretkey',
        'aws-secret',
      ],
      anywhere: true,
      verify: (secret) => entropy(secret) >= 3.5 && !secret.endsWith('EXAMPLEKEY'),
    },
  ),
  rule(
    'aws-secret-beside-id',
    'AWS',
    /A[KS]IA[A-Z0-9]{16}[^A-Za-z0-9+/=][\s\S]{0,120}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/,
    'AKIA{b32:16},{b64:40}',
    { mask: 'aws-secret-access-key', verify: generated },
  ),
];
