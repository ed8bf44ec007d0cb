// biome-ignore-all lint/suspicious/noTemplateCurlyInString: samples are templates of their own.
import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

export const PAYMENT = [
  rule(
    'stripe-key',
    'Stripe, Clerk, Paystack',
    /(?:sk|rk)_(?:live|test|prod|org)_[A-Za-z0-9_]{10,200}/,
    ['sk_live_{b62:24}', 'sk_test_{b62:99}', 'rk_live_{b62:24}', 'sk_live_{hex:40}', 'rk_prod_{b62:40}'],
    { anywhere: true, verify: generated },
  ),
  rule(
    'stripe-webhook-secret',
    'Stripe, Svix',
    /whsec_[A-Za-z0-9+/]{24,80}={0,2}/,
    ['whsec_{b62:32}', 'whsec_{b64:32}'],
    { verify: random(3) },
  ),
  rule('square-token', 'Square', /sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[\w-]{56,64}(?![\w-])/, [
    'sq0atp-{b64u:22}',
    'sq0csp-{b64u:43}',
    'EAAA{b64u:60}',
  ]),
  rule(
    'paypal-braintree-token',
    'PayPal, Braintree',
    /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/,
    ['access_token$production${lower:16}${hex:32}', 'access_token$sandbox${lower:16}${hex:32}'],
  ),
  rule(
    'plaid-token',
    'Plaid',
    /(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
    ['access-sandbox-{uuid}', 'access-production-{uuid}'],
  ),
  rule(
    'adyen-key',
    'Adyen',
    /AQE[a-z][A-Za-z0-9+/]{40,200}={0,2}-[A-Za-z0-9+/]{40,60}={0,2}-[\x21-\x7e]{10,32}/,
    'AQEy{b62:60}-{b64:43}=-{b62:16}',
  ),
  rule('razorpay-key', 'Razorpay', /rzp_(?:live|test)_[A-Za-z0-9]{14,30}/, 'rzp_live_{b62:14}'),
  rule(
    'flutterwave-key',
    'Flutterwave',
    /FLW(?:SEC|PUB)K(?:_(?:TEST|PROD|LIVE))?-[A-Za-z0-9]{12,40}(?:-X)?/,
    ['FLWSECK_TEST-{hex:32}-X', 'FLWSECK-{hex:32}-X', 'FLWPUBK_TEST-{hex:32}-X', 'FLWSECK_TEST-{hex:12}'],
    { caseless: true },
  ),
  rule(
    'shopify-token',
    'Shopify',
    /(?:shp(?:atf?|ca|pa|ss|tka|ua|it|wh)|prtapi)_[a-fA-F0-9]{32}/,
    ['shpat_{hex:32}', 'shpca_{hex:32}', 'shppa_{hex:32}', 'shpss_{hex:32}', 'prtapi_{hex:32}'],
    { anywhere: true },
  ),
  rule('shippo-token', 'Shippo', /shippo_(?:live|test)_[a-fA-F0-9]{40}/, [
    'shippo_live_{hex:40}',
    'shippo_test_{hex:40}',
  ]),
  rule('easypost-key', 'EasyPost', /EZ[AT]K[A-Za-z0-9]{54}/i, ['EZAK{b62:54}', 'EZTK{b62:54}']),
  rule('lob-key', 'Lob', /(?:live|test)_(?:[a-f0-9]{35}|pub_[a-f0-9]{31})(?![A-Za-z0-9])/, [
    'live_{hex:35}',
    'test_{hex:35}',
    'live_pub_{hex:31}',
  ]),
  rule('gocardless-token', 'GoCardless', /(?:live|sandbox)_[A-Za-z0-9=_-]{40}(?![\w=-])/, 'live_{b64u:40}', {
    verify: generated,
  }),
  rule(
    'mollie-key',
    'Mollie',
    /(?:live|test|access)_[A-Za-z0-9]{30,40}(?!\w)/,
    ['live_{b62:30}', 'test_{b62:30}'],
    { verify: generated },
  ),
  rule('checkout-key', 'Checkout.com', /[sp]k_sbox_[a-z0-9]{20,30}[*#=]?/, 'sk_sbox_{lower:26}'),
  rule(
    'paddle-key',
    'Paddle',
    /pdl_(?:(?:live|sdbx)_apikey|ntfset)_[A-Za-z0-9]{20,40}_[A-Za-z0-9+/_-]{20,60}/,
    ['pdl_live_apikey_{lower:26}_{b62:22}_{b62:3}', 'pdl_ntfset_{lower:26}_{b62:32}'],
  ),
  rule('chargebee-key', 'Chargebee', /(?:live|test)_(?:cu)?[A-Za-z0-9]{30,60}(?!\w)/, 'live_cu{b62:48}', {
    verify: generated,
  }),
  rule('polar-token', 'Polar', /polar_(?:o?at|pat|whs)_[A-Za-z0-9]{32,60}/, 'polar_oat_{b62:43}'),
  rule(
    'klarna-key',
    'Klarna',
    /klarna_(?:live|test)_api_[A-Za-z0-9+/=_-]{30,200}/,
    'klarna_live_api_{b62:80}',
  ),
  rule(
    'mercado-pago-token',
    'Mercado Pago',
    /(?:APP_USR|TEST)-\d{10,20}-\d{6}-[a-f0-9]{32}-\d{5,12}/,
    'APP_USR-{digit:16}-{digit:6}-{hex:32}-{digit:9}',
  ),
  rule('midtrans-key', 'Midtrans', /(?:SB-)?Mid-server-[\w-]{20,40}/, 'Mid-server-{b64u:24}'),
  rule(
    'xendit-key',
    'Xendit',
    /xnd_(?:production|development)_[A-Za-z0-9+/_=-]{30,90}/,
    'xnd_production_{b62:60}',
  ),
  rule('omise-key', 'Omise', /skey_(?:test_|live_)?[a-z0-9]{18,24}(?![a-z0-9])/, 'skey_test_{lower:19}'),
  rule(
    'cashfree-key',
    'Cashfree',
    /cfsk_ma_(?:prod|test)_[a-f0-9]{32}_[a-f0-9]{8}/,
    'cfsk_ma_prod_{hex:32}_{hex:8}',
  ),
  rule('brex-token', 'Brex', /bxt_[A-Za-z0-9]{30,60}/, 'bxt_{b62:40}'),
  rule('ramp-token', 'Ramp', /ramp_(?:sec|tok|id)_[A-Za-z0-9]{32,64}/, 'ramp_sec_{b62:48}'),
  rule('duffel-token', 'Duffel', /duffel_(?:test|live)_[A-Za-z0-9_=-]{43}/, [
    'duffel_live_{b64u:43}',
    'duffel_test_{b64u:43}',
  ]),
  rule(
    'coinbase-key-name',
    'Coinbase',
    /organizations\/[0-9a-f-]{36}\/apiKeys\/[0-9a-f-]{36}/,
    'organizations/{uuid}/apiKeys/{uuid}',
  ),
  rule(
    'freemius-key',
    'Freemius',
    /["']secret_key["']\s{0,8}=>\s{0,8}["'](sk_\S{29})["']/i,
    "'secret_key' => 'sk_{b62:29}'",
    { literals: ['secret_key'] },
  ),
  rule('rapyd-key', 'Rapyd', /r[as]k_[A-F0-9]{20,90}(?![A-Za-z0-9])|rsk_[a-f0-9]{80,100}/, [
    'rak_{HEX:20}',
    'rsk_{hex:96}',
  ]),
  rule('woocommerce-key', 'WooCommerce', /c[ks]_[0-9a-f]{40}(?![\w-])/, ['ck_{hex:40}', 'cs_{hex:40}'], {
    verify: random(3),
  }),
  rule('asaas-key', 'Asaas', /\$aact_[\w:=+/-]{60,240}/, '$aact_prod_{b62:160}', { anywhere: true }),
];
