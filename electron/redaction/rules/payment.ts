// biome-ignore-all lint/suspicious/noTemplateCurlyInString: samples are templates of their own.
// biome-ignore-all format: a table reads best with one rule on one line.
import { generated, random } from './randomness.ts';
import { shape } from './rule.ts';


export const PAYMENT = [
  shape('stripe-key', 'Stripe, Clerk, Paystack', ['sk_live', 'sk_test', 'sk_prod', 'rk_live', 'rk_test', 'rk_prod', 'sk_org_'], /(?:sk|rk)_(?:live|test|prod|org)_[A-Za-z0-9_]{10,200}/, ['sk_live_{b62:24}', 'sk_test_{b62:99}', 'rk_live_{b62:24}', 'sk_live_{hex:40}', 'rk_prod_{b62:40}'], { anywhere: true, verify: generated }),
  shape('stripe-webhook-secret', 'Stripe, Svix', ['whsec_'], /whsec_[A-Za-z0-9+/]{24,80}={0,2}/, ['whsec_{b62:32}', 'whsec_{b64:32}'], { verify: random(3) }),
  shape('square-token', 'Square', ['sq0atp-', 'sq0csp-', 'sq0idp-', 'EAAA'], /sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[\w-]{56,64}(?![\w-])/, ['sq0atp-{b64u:22}', 'sq0csp-{b64u:43}', 'EAAA{b64u:60}']),
  shape('paypal-braintree-token', 'PayPal, Braintree', ['access_token$'], /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/, ['access_token$production${lower:16}${hex:32}', 'access_token$sandbox${lower:16}${hex:32}']),
  shape('plaid-token', 'Plaid', ['access-sandbox-', 'access-development-', 'access-production-', 'public-sandbox-', 'public-production-', 'link-sandbox-', 'link-production-'], /(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, ['access-sandbox-{uuid}', 'access-production-{uuid}']),
  shape('adyen-key', 'Adyen', ['AQE'], /AQE[a-z][A-Za-z0-9+/]{40,200}={0,2}-[A-Za-z0-9+/]{40,60}={0,2}-[\x21-\x7e]{10,32}/, 'AQEy{b62:60}-{b64:43}=-{b62:16}'),
  shape('razorpay-key', 'Razorpay', ['rzp_live_', 'rzp_test_'], /rzp_(?:live|test)_[A-Za-z0-9]{14,30}/, 'rzp_live_{b62:14}'),
  shape('flutterwave-key', 'Flutterwave', ['FLWSECK', 'FLWPUBK'], /FLW(?:SEC|PUB)K(?:_(?:TEST|PROD|LIVE))?-[A-Za-z0-9]{12,40}(?:-X)?/, ['FLWSECK_TEST-{hex:32}-X', 'FLWSECK-{hex:32}-X', 'FLWPUBK_TEST-{hex:32}-X', 'FLWSECK_TEST-{hex:12}'], { caseless: true }),
  shape('shopify-token', 'Shopify', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_', 'shpit_'], /shp(?:at|ca|pa|ss|tka|ua|it)_[a-fA-F0-9]{32}/, ['shpat_{hex:32}', 'shpca_{hex:32}', 'shppa_{hex:32}', 'shpss_{hex:32}'], { anywhere: true }),
  shape('shippo-token', 'Shippo', ['shippo_live_', 'shippo_test_'], /shippo_(?:live|test)_[a-fA-F0-9]{40}/, ['shippo_live_{hex:40}', 'shippo_test_{hex:40}']),
  shape('easypost-key', 'EasyPost', ['EZAK', 'EZTK'], /EZ[AT]K[A-Za-z0-9]{54}/i, ['EZAK{b62:54}', 'EZTK{b62:54}'], { caseless: true }),
  shape('lob-key', 'Lob', ['live_', 'test_'], /(?:live|test)_(?:[a-f0-9]{35}|pub_[a-f0-9]{31})(?![A-Za-z0-9])/, ['live_{hex:35}', 'test_{hex:35}', 'live_pub_{hex:31}']),
  shape('gocardless-token', 'GoCardless', ['live_', 'sandbox_'], /(?:live|sandbox)_[A-Za-z0-9=_-]{40}(?![\w=-])/, 'live_{b64u:40}', { verify: generated }),
  shape('mollie-key', 'Mollie', ['live_', 'test_', 'access_'], /(?:live|test|access)_[A-Za-z0-9]{30,40}(?!\w)/, ['live_{b62:30}', 'test_{b62:30}'], { verify: generated }),
  shape('checkout-key', 'Checkout.com', ['sk_sbox_', 'pk_sbox_'], /[sp]k_sbox_[a-z0-9]{20,30}[*#=]?/, 'sk_sbox_{lower:26}'),
  shape('paddle-key', 'Paddle', ['pdl_live_', 'pdl_sdbx_', 'pdl_ntfset_'], /pdl_(?:(?:live|sdbx)_apikey|ntfset)_[A-Za-z0-9]{20,40}_[A-Za-z0-9+/_-]{20,60}/, ['pdl_live_apikey_{lower:26}_{b62:22}_{b62:3}', 'pdl_ntfset_{lower:26}_{b62:32}']),
  shape('chargebee-key', 'Chargebee', ['live_', 'test_'], /(?:live|test)_(?:cu)?[A-Za-z0-9]{30,60}(?!\w)/, 'live_cu{b62:48}', { verify: generated }),
  shape('polar-token', 'Polar', ['polar_oat_', 'polar_pat_', 'polar_whs_'], /polar_(?:oat|pat|whs)_[A-Za-z0-9]{32,60}/, 'polar_oat_{b62:43}'),
  shape('klarna-key', 'Klarna', ['klarna_live_', 'klarna_test_'], /klarna_(?:live|test)_api_[A-Za-z0-9+/=_-]{30,200}/, 'klarna_live_api_{b62:80}'),
  shape('mercado-pago-token', 'Mercado Pago', ['APP_USR-', 'TEST-'], /(?:APP_USR|TEST)-\d{10,20}-\d{6}-[a-f0-9]{32}-\d{5,12}/, 'APP_USR-{digit:16}-{digit:6}-{hex:32}-{digit:9}'),
  shape('midtrans-key', 'Midtrans', ['Mid-server-', 'SB-Mid-server-'], /(?:SB-)?Mid-server-[\w-]{20,40}/, 'Mid-server-{b64u:24}'),
  shape('xendit-key', 'Xendit', ['xnd_production_', 'xnd_development_'], /xnd_(?:production|development)_[A-Za-z0-9+/_=-]{30,90}/, 'xnd_production_{b62:60}'),
  shape('omise-key', 'Omise', ['skey_', 'skey_test_'], /skey_(?:test_|live_)?[a-z0-9]{18,24}(?![a-z0-9])/, 'skey_test_{lower:19}'),
  shape('cashfree-key', 'Cashfree', ['cfsk_ma_'], /cfsk_ma_(?:prod|test)_[a-f0-9]{32}_[a-f0-9]{8}/, 'cfsk_ma_prod_{hex:32}_{hex:8}'),
  shape('brex-token', 'Brex', ['bxt_'], /bxt_[A-Za-z0-9]{30,60}/, 'bxt_{b62:40}'),
  shape('ramp-token', 'Ramp', ['ramp_id_', 'ramp_sec_', 'ramp_tok_'], /ramp_(?:sec|tok|id)_[A-Za-z0-9]{32,64}/, 'ramp_sec_{b62:48}'),
  shape('duffel-token', 'Duffel', ['duffel_test_', 'duffel_live_'], /duffel_(?:test|live)_[A-Za-z0-9_=-]{43}/, ['duffel_live_{b64u:43}', 'duffel_test_{b64u:43}']),
  shape('coinbase-key-name', 'Coinbase', ['organizations/'], /organizations\/[0-9a-f-]{36}\/apiKeys\/[0-9a-f-]{36}/, 'organizations/{uuid}/apiKeys/{uuid}'),
  shape('freemius-key', 'Freemius', ['secret_key'], /["']secret_key["']\s{0,8}=>\s{0,8}["'](sk_\S{29})["']/i, "'secret_key' => 'sk_{b62:29}'", { caseless: true }),
  shape('rapyd-key', 'Rapyd', ['rak_', 'rsk_'], /r[as]k_[A-F0-9]{20,90}(?![A-Za-z0-9])|rsk_[a-f0-9]{80,100}/, ['rak_{HEX:20}', 'rsk_{hex:96}']),
];
