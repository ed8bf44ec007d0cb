import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

export const MAIL = [
  rule(
    'sendgrid-key',
    'SendGrid',
    /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}(?![\w-])|SG\.[A-Za-z0-9=_.-]{66}(?![\w-])/,
    ['SG.{b64u:22}.{b64u:43}'],
    { verify: random(3) },
  ),
  rule('mailgun-key', 'Mailgun', /(?:pub)?key-[a-f0-9]{32}(?![a-f0-9])/, ['key-{hex:32}', 'pubkey-{hex:32}']),
  rule(
    'mailgun-signing-key',
    'Mailgun',
    /mailgun[\w ."'-]{0,40}[=:>,]{1,3}\s{0,3}["']?([a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})/i,
    'mailgun_signing_key = "{hex:32}-{hex:8}-{hex:8}"',
    { mask: 'mailgun-key' },
  ),
  rule('mailchimp-key', 'Mailchimp', /[0-9a-f]{32}-us\d{1,2}(?!\w)/, ['{hex:32}-us21', '{hex:32}-us5'], {
    literals: ['-us'],
    lead: { of: /[0-9a-f]/, max: 32 },
    anywhere: true,
  }),
  rule('mandrill-key', 'Mandrill', /md-[A-Za-z0-9_-]{22}(?![\w-])/, 'md-{b64u:22}', { verify: generated }),
  rule('brevo-key', 'Brevo, Sendinblue', /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/, [
    'xkeysib-{hex:64}-{b62:16}',
    'xsmtpsib-{hex:64}-{b62:16}',
  ]),
  rule('resend-key', 'Resend', /re_[A-Za-z0-9]{7,9}_[A-Za-z0-9]{22,26}(?![\w-])/, 're_{b62:8}_{b62:24}', {
    verify: generated,
  }),
  rule('mailersend-token', 'MailerSend', /mlsn\.[a-f0-9]{64}/, 'mlsn.{hex:64}'),
  rule('klaviyo-key', 'Klaviyo', /pk_[a-f0-9]{34}(?![a-f0-9])/, 'pk_{hex:34}'),
  rule(
    'customer-io-key',
    'Customer.io',
    /customer\.?io[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{32})(?![a-f0-9])/i,
    'CUSTOMERIO_APP_KEY={hex:32}',
  ),
  rule(
    'mailtrap-token',
    'Mailtrap',
    /mailtrap[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{32})(?![a-f0-9])/i,
    'MAILTRAP_API_TOKEN={hex:32}',
  ),
  rule(
    'postmark-token',
    'Postmark',
    /postmark[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})/i,
    ['X-Postmark-Server-Token: {uuid}', 'POSTMARK_API_TOKEN={uuid}'],
  ),
  rule('zeptomail-key', 'ZeptoMail', /Zoho-enczapikey ([\w+/=-]{60,240})/, 'Zoho-enczapikey wSsVR{b62:100}', {
    verify: random(3.5),
  }),
];
