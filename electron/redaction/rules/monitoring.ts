// biome-ignore-all format: a table reads best with one rule on one line.
import { generated, random } from './randomness.ts';
import { shape } from './rule.ts';


export const MONITORING = [
  shape('grafana-token', 'Grafana', ['glc_', 'glsa_'], /glc_[A-Za-z0-9+/]{32,400}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/i, ['glc_{b64:120}==', 'glsa_{b62:32}_{hex:8}'], { caseless: true, verify: random(3) }),
  shape('grafana-api-key', 'Grafana', ['eyJrIjoi'], /eyJrIjoi[A-Za-z0-9]{60,400}={0,3}/, 'eyJrIjoi{b62:80}=', { mask: 'grafana-token' }),
  shape('new-relic-key', 'New Relic', ['NRAK-', 'NRII-', 'NRIQ-', 'NRJS-', 'NRRA-', 'NRSP-', 'NRAA-'], /NR(?:AK|II|IQ|JS|RA|SP|AA)-[A-Za-z0-9_-]{19,44}/i, ['NRAK-{up:27}', 'NRII-{b64u:32}', 'NRJS-{hex:19}'], { caseless: true, verify: generated }),
  shape('new-relic-license-key', 'New Relic', ['NRAL'], /[a-f0-9]{36}(?:FFFF)?NRAL(?![A-Za-z0-9])/, '{hex:36}NRAL', { lead: { of: /[a-fA-F0-9]/, max: 40 }, anywhere: true, mask: 'new-relic-key' }),
  shape('sentry-token', 'Sentry', ['sntrys_', 'sntryu_', 'sntrya_'], /sntry(?:s_eyJ[A-Za-z0-9+/=_-]{60,600}|[ua]_[a-f0-9]{64})/, ['sntrys_eyJpYXQiO{b64:120}LCJyZWdpb25fdXJs{b64:60}_{b64:43}', 'sntryu_{hex:64}']),
  shape('sentry-dsn', 'Sentry', ['sentry.io/'], /[a-z0-9+]{0,8}:?\/\/([a-f0-9]{32})(?::[a-f0-9]{32})?@(?:[a-z0-9-]{1,40}\.){0,4}sentry\.io\//, 'https://{hex:32}@o{digit:6}.ingest.us.sentry.io/{digit:7}', { lead: { of: /[A-Za-z0-9.@:/-]/, max: 140 }, anywhere: true }),
  shape('honeycomb-key', 'Honeycomb', ['hcaik_', 'hcbik_', 'hcalk_', 'hcamk_', 'hcxmk_'], /hc[a-z]{1,2}[ilm]k_[a-z0-9]{30,70}/, ['hcaik_{lower:58}', 'hcbik_{lower:58}']),
  shape('dynatrace-token', 'Dynatrace', ['dt0'], /dt0[a-zA-Z]\d{2}\.[A-Za-z0-9-]{8,26}\.[A-Za-z0-9]{64}/i, ['dt0c01.{up:24}.{up:64}', 'dt0s16.{up:24}.{up:64}'], { caseless: true }),
  shape('axiom-token', 'Axiom', ['xaat-', 'xapt-'], /xa[ap]t-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, ['xaat-{uuid}', 'xapt-{uuid}']),
  shape('coralogix-key', 'Coralogix', ['cxtp_', 'cxup_', 'cxth_'], /cx(?:tp|up|th)_[A-Za-z0-9]{20,60}/, 'cxtp_{b62:30}'),
  shape('rootly-token', 'Rootly', ['rootly_'], /rootly_[a-f0-9]{64}/, 'rootly_{hex:64}'),
  shape('posthog-key', 'PostHog', ['phx_', 'phs_'], /ph[xs]_[A-Za-z0-9]{40,60}/, 'phx_{b62:43}'),
  shape('checkly-key', 'Checkly', ['cu_'], /cu_[a-f0-9]{32}(?![a-f0-9])/, 'cu_{hex:32}'),
  shape('mezmo-key', 'Mezmo', ['sts_'], /sts_[a-f0-9]{40}/, 'sts_{hex:40}'),
  shape('launchdarkly-key', 'LaunchDarkly', ['sdk-', 'mob-', 'api-'], /(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, ['sdk-{uuid}', 'api-{uuid}']),
  shape('statsig-key', 'Statsig', ['secret-', 'console-'], /(?:secret|console)-[A-Za-z0-9]{40,50}(?![\w-])/, 'secret-{b62:43}', { verify: generated }),
  shape('unleash-token', 'Unleash', [':development.', ':production.', ':staging.'], /[\w*-]{1,40}:(?:development|production|staging)\.[a-f0-9]{40,70}/, 'default:development.{hex:56}', { lead: { of: /[\w*-]/, max: 40 }, anywhere: true }),
  shape('incident-io-key', 'incident.io', ['inc_'], /inc_(?:test_)?[a-f0-9]{64}/, 'inc_{hex:64}'),
  shape('better-stack-heartbeat', 'Better Stack', ['uptime.betterstack.com/'], /uptime\.betterstack\.com\/api\/v1\/heartbeat\/([A-Za-z0-9]{20,40})/, 'https://uptime.betterstack.com/api/v1/heartbeat/{b62:24}', { anywhere: true }),
  shape('healthchecks-url', 'Healthchecks', ['hc-ping.com/'], /hc-ping\.com\/([0-9a-f-]{36}|[\w-]{22}\/[\w-]{1,60})/, 'https://hc-ping.com/{uuid}', { anywhere: true }),
];
