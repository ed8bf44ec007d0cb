import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

export const MONITORING = [
  rule(
    'grafana-token',
    'Grafana',
    /glc_ey[A-Za-z0-9+/]{30,400}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/,
    ['glc_eyJ{b64:120}==', 'glsa_{b62:32}_{hex:8}'],
    { verify: random(3) },
  ),
  rule('grafana-api-key', 'Grafana', /eyJrIjoi[A-Za-z0-9]{60,400}={0,3}/, 'eyJrIjoi{b62:80}=', {
    mask: 'grafana-token',
  }),
  rule(
    'new-relic-key',
    'New Relic',
    /NR(?:AK|II|IQ|IK|JS|RA|SP|AA)-[A-Za-z0-9_-]{19,44}/i,
    ['NRAK-{up:27}', 'NRII-{b64u:32}', 'NRJS-{hex:19}'],
    { verify: generated },
  ),
  rule('new-relic-license-key', 'New Relic', /[a-f0-9]{36}(?:FFFF)?NRAL(?![A-Za-z0-9])/, '{hex:36}NRAL', {
    literals: ['NRAL'],
    lead: { of: /[a-fA-F0-9]/, max: 40 },
    anywhere: true,
    mask: 'new-relic-key',
  }),
  rule('sentry-token', 'Sentry', /sntry(?:s_eyJ[A-Za-z0-9+/=_-]{60,600}|[ua]_[a-f0-9]{64})/, [
    'sntrys_eyJpYXQiO{b64:120}LCJyZWdpb25fdXJs{b64:60}_{b64:43}',
    'sntryu_{hex:64}',
  ]),
  rule(
    'sentry-dsn',
    'Sentry',
    /[a-z0-9+]{0,8}:?\/\/([a-f0-9]{32})(?::[a-f0-9]{32})?@(?:[a-z0-9-]{1,40}\.){0,4}sentry\.io\//,
    'https://{hex:32}@o{digit:6}.ingest.us.sentry.io/{digit:7}',
    { literals: ['sentry.io/'], lead: { of: /[A-Za-z0-9.@:/-]/, max: 140 }, anywhere: true },
  ),
  rule(
    'honeycomb-key',
    'Honeycomb',
    /hc[a-z]{1,2}[ilm]k_[a-z0-9]{30,70}/,
    ['hcaik_{lower:58}', 'hcbik_{lower:58}'],
    { literals: ['hcaik_', 'hcbik_', 'hcalk_', 'hcamk_', 'hcxmk_'] },
  ),
  rule('dynatrace-token', 'Dynatrace', /dt0[a-zA-Z]\d{2}\.[A-Za-z0-9-]{8,26}\.[A-Za-z0-9]{64}/i, [
    'dt0c01.{up:24}.{up:64}',
    'dt0s16.{up:24}.{up:64}',
  ]),
  rule('axiom-token', 'Axiom', /xa[ap]t-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, [
    'xaat-{uuid}',
    'xapt-{uuid}',
  ]),
  rule('coralogix-key', 'Coralogix', /cx(?:tp|up|th)_[A-Za-z0-9]{20,60}/, 'cxtp_{b62:30}'),
  rule('rootly-token', 'Rootly', /rootly_[a-f0-9]{64}/, 'rootly_{hex:64}'),
  rule('posthog-key', 'PostHog', /ph[xsar]_[A-Za-z0-9]{39,60}(?!\w)/, ['phx_{b62:43}', 'pha_{b62:39}'], {
    verify: generated,
  }),
  rule('checkly-key', 'Checkly', /cu_[a-f0-9]{32}(?![a-f0-9])/, 'cu_{hex:32}'),
  rule('mezmo-key', 'Mezmo', /sts_[a-f0-9]{40}/, 'sts_{hex:40}'),
  rule(
    'launchdarkly-key',
    'LaunchDarkly',
    /(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
    ['sdk-{uuid}', 'api-{uuid}'],
  ),
  rule('statsig-key', 'Statsig', /(?:secret|console)-[A-Za-z0-9]{40,50}(?![\w-])/, 'secret-{b62:43}', {
    verify: generated,
  }),
  rule(
    'unleash-token',
    'Unleash',
    /[\w*-]{1,40}:(?:development|production|staging)\.[a-f0-9]{40,70}/,
    'default:development.{hex:56}',
    {
      literals: [':development.', ':production.', ':staging.'],
      lead: { of: /[\w*-]/, max: 40 },
      anywhere: true,
    },
  ),
  rule('incident-io-key', 'incident.io', /inc_(?:test_)?[a-f0-9]{64}/, 'inc_{hex:64}'),
  rule(
    'better-stack-heartbeat',
    'Better Stack',
    /uptime\.betterstack\.com\/api\/v1\/heartbeat\/([A-Za-z0-9]{20,40})/,
    'https://uptime.betterstack.com/api/v1/heartbeat/{b62:24}',
    { anywhere: true },
  ),
  rule(
    'healthchecks-url',
    'Healthchecks',
    /hc-ping\.com\/([0-9a-f-]{36}|[\w-]{22}\/[\w-]{1,60})/,
    'https://hc-ping.com/{uuid}',
    { anywhere: true },
  ),
];
