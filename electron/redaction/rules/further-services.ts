import { generated, numbered, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

/**
 * Formats that the lists of other scanners have and the vendors' own pages hardly describe. The comment at each names
 * the list: `kingfisher` is MongoDB's, `betterleaks` the successor of gitleaks, `trufflehog` Truffle Security's.
 */
export const FURTHER_SERVICES = [
  rule(
    'notify-key',
    'GOV.UK Notify, GC Notify',
    /gcntfy-\w{1,60}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    'gcntfy-my_key-{uuid}-{uuid}',
  ),
  rule(
    'mercury-token',
    'Mercury',
    /mercury_production_[a-z]{2,8}_[A-Za-z0-9]{30,60}_yrucrem/,
    'mercury_production_rma_{b62:44}_yrucrem',
  ),
  // betterleaks: minimax.
  rule('minimax-key', 'MiniMax', /sk-api-[\w-]{100,140}(?![\w-])/, 'sk-api-{b64u:119}', {
    verify: random(3.5),
  }),
  // betterleaks: devin (personal, service and service user).
  rule(
    'devin-key',
    'Devin',
    /(?:apk_(?:user_)?[A-Za-z0-9+/]{80,180}={0,2}|cog_[a-z0-9]{52}(?!\w))/,
    ['apk_{b64:88}', 'apk_user_{b64:136}', 'cog_{hex:52}'],
    { verify: numbered },
  ),
  // kingfisher and betterleaks: elastic.
  rule('elastic-cloud-key', 'Elastic Cloud', /essu_[A-Za-z0-9+/_-]{60,200}={0,2}/, 'essu_{b64:90}==', {
    verify: random(3.5),
  }),
  // kingfisher and betterleaks: canva.
  rule('canva-client-secret', 'Canva', /cnvca[\w-]{51}(?![\w-])/, 'cnvca{b64u:51}', { verify: random(3.5) }),
  // kingfisher and betterleaks: configcat.
  rule(
    'configcat-key',
    'ConfigCat',
    /configcat-sdk-1\/[\w-]{22}\/[\w-]{22}(?![\w-])/,
    'configcat-sdk-1/{b64u:22}/{b64u:22}',
    { verify: random(3.5) },
  ),
  // betterleaks: upcloud.
  rule('upcloud-token', 'UpCloud', /ucat_[A-Za-z0-9]{24,32}(?!\w)/, 'ucat_{b62:26}', { verify: generated }),
  // kingfisher: arcjet.
  rule('arcjet-key', 'Arcjet', /ajkey_[a-z0-9]{26}(?!\w)/, 'ajkey_{lower:26}', { verify: random(3) }),
  // kingfisher: cartesia.
  rule('cartesia-key', 'Cartesia', /sk_car_\w{20,40}(?![\w-])/, 'sk_car_{b62:22}', { verify: generated }),
  // kingfisher and betterleaks: blockprotocol.
  rule(
    'block-protocol-key',
    'Block Protocol',
    /b10ck5\.[A-Za-z0-9]{32}\.[A-Za-z0-9]{36}(?!\w)/,
    'b10ck5.{b62:32}.{b62:36}',
  ),
  // kingfisher: crossmint.
  rule(
    'crossmint-key',
    'Crossmint',
    /[sc]k_(?:staging|production)_[A-Za-z0-9]{24,200}(?![\w-])/,
    ['sk_production_{b62:32}', 'ck_staging_{b62:32}'],
    { verify: generated },
  ),
  // betterleaks: cfxre.
  rule('cfx-server-key', 'Cfx.re', /cfxk_[\w-]{20,100}(?![\w-])/, 'cfxk_{b62:24}', { verify: generated }),
  // betterleaks: devcycle. The keys for browsers and phones are public.
  rule('devcycle-server-key', 'DevCycle', /dvc_server_\w{20,80}(?![\w-])/, 'dvc_server_{b62:28}', {
    verify: generated,
  }),
  // kingfisher and betterleaks: ebay.
  rule(
    'ebay-client-secret',
    'eBay',
    /PRD-[a-f0-9]{8,12}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4,12}(?![\w-])/,
    'PRD-{hex:12}-{hex:4}-{hex:4}-{hex:4}-{hex:4}',
    { verify: random(2.5) },
  ),
  // kingfisher: segment. Sourcegraph's tokens have the same mark and other lengths.
  rule('segment-token', 'Segment', /sgp_[\w-]{60,70}(?![\w-])/, 'sgp_{b62:64}', { verify: generated }),
  // The vendor's own clients: tokens to write, of each region.
  rule(
    'logfire-token',
    'Pydantic Logfire',
    /pylf_v\d_[a-z]{2,10}_[A-Za-z0-9]{40,60}(?!\w)/,
    'pylf_v1_us_{b62:44}',
    { verify: generated },
  ),
  // Programs that check the format before they use a key.
  rule(
    'riot-key',
    'Riot Games',
    /RGAPI-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i,
    'RGAPI-{uuid}',
    { verify: random(2.5) },
  ),
  // RFC 8959 names secrets so that scanners find them; Mercury's tokens are of this form.
  rule(
    'secret-token-uri',
    'RFC 8959, Mercury',
    /secret-token:[A-Za-z0-9._~%-]{20,200}(?![\w-])/,
    ['secret-token:{b62:32}', 'secret-token:mercury_production_wma_{b62:43}_yrucrem'],
    { verify: numbered },
  ),
  // Programs that mask it: `pina_` and 32 or more characters.
  rule('pinterest-token', 'Pinterest', /pina_[A-Za-z0-9]{32,120}(?!\w)/, 'pina_{b62:64}', {
    verify: generated,
  }),
  // Programs that mask it.
  rule('konnect-token', 'Kong Konnect', /kpat_[A-Za-z0-9]{40,60}(?!\w)/, 'kpat_{b62:49}', {
    verify: generated,
  }),
  // trufflehog: saladcloudapikey.
  rule(
    'salad-cloud-key',
    'SaladCloud',
    /salad_cloud_[A-Za-z0-9]{1,20}_[A-Za-z0-9]{20,235}(?!\w)/,
    'salad_cloud_user_{b62:48}',
    { verify: generated },
  ),
  // trufflehog: rechargepayments. Those of a test store are named as Stripe's, which have the same mark.
  rule('recharge-key', 'Recharge', /sk_(?:1|2|3|5|10)x[123]_[a-f0-9]{64}(?!\w)/, 'sk_1x1_{hex:64}', {
    verify: random(3),
  }),
  // trufflehog: robinhoodcrypto.
  rule(
    'robinhood-key',
    'Robinhood',
    /rh-api-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i,
    'rh-api-{uuid}',
    { verify: random(2.5) },
  ),
  // trufflehog: voiceflow.
  rule(
    'voiceflow-key',
    'Voiceflow',
    /VF\.(?:(?:DM|WS)\.)?[a-f0-9]{24}\.[A-Za-z0-9]{16}(?!\w)/,
    ['VF.DM.{hex:24}.{b62:16}', 'VF.{hex:24}.{b62:16}'],
    { verify: generated },
  ),
  // trufflehog: fleetbase.
  rule('fleetbase-key', 'Fleetbase', /flb_(?:live|test)_[A-Za-z0-9]{20}(?!\w)/, 'flb_live_{b62:20}', {
    verify: generated,
  }),
  // trufflehog: pagarme.
  rule('pagarme-key', 'Pagar.me', /ak_(?:live|test)_[A-Za-z0-9]{30}(?!\w)/, 'ak_live_{b62:30}', {
    verify: generated,
  }),
  // trufflehog: stripepaymentintent.
  rule(
    'stripe-client-secret',
    'Stripe',
    /(?:pi|seti)_[A-Za-z0-9]{14,30}_secret_[A-Za-z0-9]{25}(?!\w)/,
    ['pi_{b62:24}_secret_{b62:25}', 'seti_{b62:24}_secret_{b62:25}'],
    { literals: ['_secret_'], lead: { of: /[A-Za-z0-9_]/, max: 36 }, verify: generated },
  ),
  // trufflehog: flexport.
  rule('flexport-token', 'Flexport', /shltm_[\w-]{40}(?![\w-])/, 'shltm_{b64u:40}', { verify: random(3.5) }),
  // trufflehog: tableau.
  rule('tableau-token', 'Tableau', /[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}(?!\w)/, '{b64:22}==:{b62:32}', {
    literals: ['==:'],
    lead: { of: /[A-Za-z0-9+/]/, max: 22 },
    verify: random(4),
  }),
  // trufflehog: ubidots.
  rule('ubidots-token', 'Ubidots', /BBFF-[A-Za-z0-9]{30}(?![\w-])/, 'BBFF-{b62:30}', { verify: generated }),
  // kingfisher, betterleaks and trufflehog: endorlabs.
  rule('endor-labs-key', 'Endor Labs', /endr\+[A-Za-z0-9-]{16}(?![\w-])/, 'endr+{b62:16}', {
    verify: random(3),
  }),
  // betterleaks: alibaba. The token of a temporary key.
  rule('alibaba-security-token', 'Alibaba Cloud', /CAIS[A-Za-z0-9+/_-]{200,1200}={0,2}/, 'CAIS{b64:400}', {
    verify: random(4.5),
  }),
  // betterleaks: brave. Three letters are no mark of their own: identifiers begin with them.
  rule('brave-search-key', 'Brave Search', /BSA[\w-]{24,40}(?![\w-])/, 'BSA{b62:28}', {
    verify: numbered,
    tier: 'candidate',
  }),
  // betterleaks: exoscale.
  rule('exoscale-key', 'Exoscale', /EXO[A-Za-z0-9]{24,30}(?![\w-])/, 'EXO{hex:24}', {
    verify: (secret) => /\d\D*\d\D*\d/.test(secret) && random(3)(secret),
    tier: 'candidate',
  }),
];
