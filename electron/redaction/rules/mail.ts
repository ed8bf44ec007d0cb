// biome-ignore-all format: a table reads best with one rule on one line.
import { generated, random } from './randomness.ts';
import { shape } from './rule.ts';


export const MAIL = [
  shape('sendgrid-key', 'SendGrid', ['SG.'], /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}(?![\w-])|SG\.[A-Za-z0-9=_.-]{66}(?![\w-])/, ['SG.{b64u:22}.{b64u:43}'], { verify: random(3) }),
  shape('mailgun-key', 'Mailgun', ['key-', 'pubkey-'], /(?:pub)?key-[a-f0-9]{32}(?![a-f0-9])/, ['key-{hex:32}', 'pubkey-{hex:32}']),
  shape('mailgun-signing-key', 'Mailgun', ['mailgun'], /mailgun[\w ."'-]{0,40}[=:>,]{1,3}\s{0,3}["']?([a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})/i, 'mailgun_signing_key = "{hex:32}-{hex:8}-{hex:8}"', { caseless: true, mask: 'mailgun-key' }),
  shape('mailchimp-key', 'Mailchimp', ['-us'], /[0-9a-f]{32}-us\d{1,2}(?!\w)/, ['{hex:32}-us21', '{hex:32}-us5'], { lead: { of: /[0-9a-f]/, max: 32 }, anywhere: true }),
  shape('mandrill-key', 'Mandrill', ['md-'], /md-[A-Za-z0-9_-]{22}(?![\w-])/, 'md-{b64u:22}', { verify: generated }),
  shape('brevo-key', 'Brevo, Sendinblue', ['xkeysib-', 'xsmtpsib-'], /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/, ['xkeysib-{hex:64}-{b62:16}', 'xsmtpsib-{hex:64}-{b62:16}']),
  shape('resend-key', 'Resend', ['re_'], /re_[A-Za-z0-9]{7,9}_[A-Za-z0-9]{22,26}(?![\w-])/, 're_{b62:8}_{b62:24}', { verify: generated }),
  shape('mailersend-token', 'MailerSend', ['mlsn.'], /mlsn\.[a-f0-9]{64}/, 'mlsn.{hex:64}'),
  shape('klaviyo-key', 'Klaviyo', ['pk_'], /pk_[a-f0-9]{34}(?![a-f0-9])/, 'pk_{hex:34}'),
  shape('customer-io-key', 'Customer.io', ['customerio'], /customer\.?io[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{32})(?![a-f0-9])/i, 'CUSTOMERIO_APP_KEY={hex:32}', { caseless: true }),
  shape('mailtrap-token', 'Mailtrap', ['mailtrap'], /mailtrap[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{32})(?![a-f0-9])/i, 'MAILTRAP_API_TOKEN={hex:32}', { caseless: true }),
  shape('postmark-token', 'Postmark', ['postmark'], /postmark[\w ."'-]{0,24}[=:]\s{0,3}["']?([a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})/i, ['X-Postmark-Server-Token: {uuid}', 'POSTMARK_API_TOKEN={uuid}'], { caseless: true }),
];
