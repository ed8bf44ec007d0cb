import { generated, numbered, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

/**
 * Formats that the lists of other scanners have and the vendors' own pages hardly describe. The comment at each names
 * the list: `kingfisher` is MongoDB's, `betterleaks` the successor of gitleaks, `trufflehog` Truffle Security's.
 */
export const FURTHER_SERVICES = [
  // betterleaks: minimax.
  rule({
    id: 'minimax-key',
    service: 'MiniMax',
    literals: ['sk-api-'],
    pattern: /sk-api-[\w-]{100,140}(?![\w-])/,
    sample: 'sk-api-{b64u:119}',
    verify: random(3.5),
  }),
  // betterleaks: devin (personal, service and service user).
  rule({
    id: 'devin-key',
    service: 'Devin',
    literals: ['apk_', 'cog_'],
    pattern: /(?:apk_(?:user_)?[A-Za-z0-9+/]{80,180}={0,2}|cog_[a-z0-9]{52}(?!\w))/,
    sample: ['apk_{b64:88}', 'apk_user_{b64:136}', 'cog_{hex:52}'],
    verify: numbered,
  }),
  // kingfisher and betterleaks: elastic.
  rule({
    id: 'elastic-cloud-key',
    service: 'Elastic Cloud',
    literals: ['essu_'],
    pattern: /essu_[A-Za-z0-9+/_-]{60,200}={0,2}/,
    sample: 'essu_{b64:90}==',
    verify: random(3.5),
  }),
  // kingfisher and betterleaks: canva.
  rule({
    id: 'canva-client-secret',
    service: 'Canva',
    literals: ['cnvca'],
    pattern: /cnvca[\w-]{51}(?![\w-])/,
    sample: 'cnvca{b64u:51}',
    verify: random(3.5),
  }),
  // kingfisher and betterleaks: configcat.
  rule({
    id: 'configcat-key',
    service: 'ConfigCat',
    literals: ['configcat-sdk-1/'],
    pattern: /configcat-sdk-1\/[\w-]{22}\/[\w-]{22}(?![\w-])/,
    sample: 'configcat-sdk-1/{b64u:22}/{b64u:22}',
    verify: random(3.5),
  }),
  // betterleaks: upcloud.
  rule({
    id: 'upcloud-token',
    service: 'UpCloud',
    literals: ['ucat_'],
    pattern: /ucat_[A-Za-z0-9]{24,32}(?!\w)/,
    sample: 'ucat_{b62:26}',
    verify: generated,
  }),
  // kingfisher: arcjet.
  rule({
    id: 'arcjet-key',
    service: 'Arcjet',
    literals: ['ajkey_'],
    pattern: /ajkey_[a-z0-9]{26}(?!\w)/,
    sample: 'ajkey_{lower:26}',
    verify: random(3),
  }),
  // kingfisher: cartesia.
  rule({
    id: 'cartesia-key',
    service: 'Cartesia',
    literals: ['sk_car_'],
    pattern: /sk_car_\w{20,40}(?![\w-])/,
    sample: 'sk_car_{b62:22}',
    verify: generated,
  }),
  // kingfisher and betterleaks: blockprotocol.
  rule({
    id: 'block-protocol-key',
    service: 'Block Protocol',
    literals: ['b10ck5.'],
    pattern: /b10ck5\.[A-Za-z0-9]{32}\.[A-Za-z0-9]{36}(?!\w)/,
    sample: 'b10ck5.{b62:32}.{b62:36}',
  }),
  // kingfisher: crossmint.
  rule({
    id: 'crossmint-key',
    service: 'Crossmint',
    literals: ['sk_staging_', 'sk_production_', 'ck_staging_', 'ck_production_'],
    pattern: /[sc]k_(?:staging|production)_[A-Za-z0-9]{24,200}(?![\w-])/,
    sample: ['sk_production_{b62:32}', 'ck_staging_{b62:32}'],
    verify: generated,
  }),
  // betterleaks: cfxre.
  rule({
    id: 'cfx-server-key',
    service: 'Cfx.re',
    literals: ['cfxk_'],
    pattern: /cfxk_[\w-]{20,100}(?![\w-])/,
    sample: 'cfxk_{b62:24}',
    verify: generated,
  }),
  // betterleaks: devcycle. The keys for browsers and phones are public.
  rule({
    id: 'devcycle-server-key',
    service: 'DevCycle',
    literals: ['dvc_server_'],
    pattern: /dvc_server_\w{20,80}(?![\w-])/,
    sample: 'dvc_server_{b62:28}',
    verify: generated,
  }),
  // kingfisher and betterleaks: ebay.
  rule({
    id: 'ebay-client-secret',
    service: 'eBay',
    literals: ['PRD-'],
    pattern: /PRD-[a-f0-9]{8,12}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4,12}(?![\w-])/,
    sample: 'PRD-{hex:12}-{hex:4}-{hex:4}-{hex:4}-{hex:4}',
    verify: random(2.5),
  }),
  // kingfisher: segment. Sourcegraph's tokens have the same mark and other lengths.
  rule({
    id: 'segment-token',
    service: 'Segment',
    literals: ['sgp_'],
    pattern: /sgp_[\w-]{60,70}(?![\w-])/,
    sample: 'sgp_{b62:64}',
    verify: generated,
  }),
  // The vendor's own clients: tokens to write, of each region.
  rule({
    id: 'logfire-token',
    service: 'Pydantic Logfire',
    literals: ['pylf_v1_'],
    pattern: /pylf_v\d_[a-z]{2,10}_[A-Za-z0-9]{40,60}(?!\w)/,
    sample: 'pylf_v1_us_{b62:44}',
    verify: generated,
  }),
  // Programs that check the format before they use a key.
  rule({
    id: 'riot-key',
    service: 'Riot Games',
    literals: ['RGAPI-'],
    pattern: /RGAPI-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i,
    sample: 'RGAPI-{uuid}',
    verify: random(2.5),
  }),
  // RFC 8959 names secrets so that scanners find them; Mercury's tokens are of this form.
  rule({
    id: 'secret-token-uri',
    service: 'RFC 8959, Mercury',
    literals: ['secret-token:'],
    pattern: /secret-token:[A-Za-z0-9._~%-]{20,200}(?![\w-])/,
    sample: ['secret-token:{b62:32}', 'secret-token:mercury_production_wma_{b62:43}_yrucrem'],
    verify: numbered,
  }),
  // Programs that mask it: `pina_` and 32 or more characters.
  rule({
    id: 'pinterest-token',
    service: 'Pinterest',
    literals: ['pina_'],
    pattern: /pina_[A-Za-z0-9]{32,120}(?!\w)/,
    sample: 'pina_{b62:64}',
    verify: generated,
  }),
  // Programs that mask it.
  rule({
    id: 'konnect-token',
    service: 'Kong Konnect',
    literals: ['kpat_'],
    pattern: /kpat_[A-Za-z0-9]{40,60}(?!\w)/,
    sample: 'kpat_{b62:49}',
    verify: generated,
  }),
  // trufflehog: saladcloudapikey.
  rule({
    id: 'salad-cloud-key',
    service: 'SaladCloud',
    literals: ['salad_cloud_'],
    pattern: /salad_cloud_[A-Za-z0-9]{1,20}_[A-Za-z0-9]{20,235}(?!\w)/,
    sample: 'salad_cloud_user_{b62:48}',
    verify: generated,
  }),
  // trufflehog: rechargepayments. Those of a test store are named as Stripe's, which have the same mark.
  rule({
    id: 'recharge-key',
    service: 'Recharge',
    literals: ['sk_1x', 'sk_2x', 'sk_3x', 'sk_5x', 'sk_10x'],
    pattern: /sk_(?:1|2|3|5|10)x[123]_[a-f0-9]{64}(?!\w)/,
    sample: 'sk_1x1_{hex:64}',
    verify: random(3),
  }),
  // trufflehog: robinhoodcrypto.
  rule({
    id: 'robinhood-key',
    service: 'Robinhood',
    literals: ['rh-api-'],
    pattern: /rh-api-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i,
    sample: 'rh-api-{uuid}',
    verify: random(2.5),
  }),
  // trufflehog: voiceflow.
  rule({
    id: 'voiceflow-key',
    service: 'Voiceflow',
    literals: ['VF.'],
    pattern: /VF\.(?:(?:DM|WS)\.)?[a-f0-9]{24}\.[A-Za-z0-9]{16}(?!\w)/,
    sample: ['VF.DM.{hex:24}.{b62:16}', 'VF.{hex:24}.{b62:16}'],
    verify: generated,
  }),
  // trufflehog: fleetbase.
  rule({
    id: 'fleetbase-key',
    service: 'Fleetbase',
    literals: ['flb_live_', 'flb_test_'],
    pattern: /flb_(?:live|test)_[A-Za-z0-9]{20}(?!\w)/,
    sample: 'flb_live_{b62:20}',
    verify: generated,
  }),
  // trufflehog: pagarme.
  rule({
    id: 'pagarme-key',
    service: 'Pagar.me',
    literals: ['ak_live_', 'ak_test_'],
    pattern: /ak_(?:live|test)_[A-Za-z0-9]{30}(?!\w)/,
    sample: 'ak_live_{b62:30}',
    verify: generated,
  }),
  // trufflehog: stripepaymentintent.
  rule({
    id: 'stripe-client-secret',
    service: 'Stripe',
    literals: ['_secret_'],
    pattern: /(?:pi|seti)_[A-Za-z0-9]{14,30}_secret_[A-Za-z0-9]{25}(?!\w)/,
    sample: ['pi_{b62:24}_secret_{b62:25}', 'seti_{b62:24}_secret_{b62:25}'],
    lead: { of: /[A-Za-z0-9_]/, max: 36 },
    verify: generated,
  }),
  // trufflehog: flexport.
  rule({
    id: 'flexport-token',
    service: 'Flexport',
    literals: ['shltm_'],
    pattern: /shltm_[\w-]{40}(?![\w-])/,
    sample: 'shltm_{b64u:40}',
    verify: random(3.5),
  }),
  // trufflehog: tableau.
  rule({
    id: 'tableau-token',
    service: 'Tableau',
    literals: ['==:'],
    pattern: /[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}(?!\w)/,
    sample: '{b64:22}==:{b62:32}',
    lead: { of: /[A-Za-z0-9+/]/, max: 22 },
    verify: random(4),
  }),
  // trufflehog: ubidots.
  rule({
    id: 'ubidots-token',
    service: 'Ubidots',
    literals: ['BBFF-'],
    pattern: /BBFF-[A-Za-z0-9]{30}(?![\w-])/,
    sample: 'BBFF-{b62:30}',
    verify: generated,
  }),
  // kingfisher, betterleaks and trufflehog: endorlabs.
  rule({
    id: 'endor-labs-key',
    service: 'Endor Labs',
    literals: ['endr+'],
    pattern: /endr\+[A-Za-z0-9-]{16}(?![\w-])/,
    sample: 'endr+{b62:16}',
    verify: random(3),
  }),
  // betterleaks: alibaba. The token of a temporary key.
  rule({
    id: 'alibaba-security-token',
    service: 'Alibaba Cloud',
    literals: ['CAIS'],
    pattern: /CAIS[A-Za-z0-9+/_-]{200,1200}={0,2}/,
    sample: 'CAIS{b64:400}',
    verify: random(4.5),
  }),
  // betterleaks: brave. Three letters are no mark of their own: identifiers begin with them.
  rule({
    id: 'brave-search-key',
    service: 'Brave Search',
    literals: ['BSA'],
    pattern: /BSA[\w-]{24,40}(?![\w-])/,
    sample: 'BSA{b62:28}',
    verify: numbered,
    tier: 'candidate',
  }),
  // betterleaks: exoscale.
  rule({
    id: 'exoscale-key',
    service: 'Exoscale',
    literals: ['EXO'],
    pattern: /EXO[A-Za-z0-9]{24,30}(?![\w-])/,
    sample: 'EXO{hex:24}',
    verify: (secret) => /\d\D*\d\D*\d/.test(secret) && random(3)(secret),
    tier: 'candidate',
  }),
];
