import { entropy } from '../text/entropy.ts';
import { generated } from '../text/random-value.ts';
import { rule } from './rule.ts';

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
