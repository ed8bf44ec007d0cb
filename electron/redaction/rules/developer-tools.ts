import { random } from './randomness.ts';
import { rule } from './rule.ts';

/** Services for the work on programs: sandboxes, pipelines, security, incidents. */
export const DEVELOPER_TOOLS = [
  rule({
    id: 'okta-token',
    service: 'Okta',
    literals: ['SSWS '],
    pattern: /SSWS (00[\w-]{36,44})(?![\w-])/,
    sample: 'SSWS 00{b64u:40}',
    verify: random(3.3),
  }),
  rule({
    id: 'daytona-key',
    service: 'Daytona',
    literals: ['dtn_'],
    pattern: /dtn_[0-9a-f]{40,80}(?![\w-])/,
    sample: 'dtn_{hex:64}',
    verify: random(3),
  }),
  rule({
    id: 'scrapfly-key',
    service: 'Scrapfly',
    literals: ['scp-live-', 'scp-test-'],
    pattern: /scp-(?:live|test)-[0-9a-f]{32}(?![\w-])/,
    sample: ['scp-live-{hex:32}', 'scp-test-{hex:32}'],
  }),
  rule({
    id: 'turbot-pipes-token',
    service: 'Turbot Pipes',
    literals: ['tpt_', 'spt_'],
    pattern: /[ts]pt_[0-9a-z]{20}_[0-9a-z]{25}(?!\w)/,
    sample: ['tpt_{lower:20}_{lower:25}', 'spt_{lower:20}_{lower:25}'],
    verify: random(3.3),
  }),
  rule({
    id: 'pangea-token',
    service: 'Pangea',
    literals: ['pts_'],
    pattern: /pts_[0-9a-z]{32}(?!\w)/,
    sample: 'pts_{lower:32}',
    verify: random(3.3),
  }),
  rule({
    id: 'warpstream-key',
    service: 'WarpStream',
    literals: ['aks_'],
    pattern: /aks_[0-9a-f]{64}(?!\w)/,
    sample: 'aks_{hex:64}',
  }),
  rule({
    id: 'spectral-key',
    service: 'Spectral',
    literals: ['spu-'],
    pattern: /spu-[0-9a-z]{32}(?![\w-])/,
    sample: 'spu-{hex:32}',
    verify: random(3),
  }),
  rule({
    id: 'firehydrant-token',
    service: 'FireHydrant',
    literals: ['fhb-'],
    pattern: /fhb-[0-9a-f]{32,64}(?![\w-])/,
    sample: 'fhb-{hex:32}',
    verify: random(3),
  }),
  rule({
    id: 'convex-deploy-key',
    service: 'Convex',
    literals: ['prod:', 'dev:', 'preview:', 'project:'],
    pattern: /(?:prod|dev|preview|project):[a-z0-9-]{3,64}(?::[a-z0-9-]{1,64})?\|([\w+/=-]{40,400})/,
    sample: ['prod:happy-otter-123|{b62:60}', 'project:team:site|{b62:60}'],
    verify: random(3.5),
  }),
  rule({
    id: 'copilot-session-token',
    service: 'GitHub Copilot',
    literals: ['tid='],
    pattern: /tid=[0-9a-f]{32};(?:\w{2,24}=[^;\s"']{0,80};){0,16}exp=\d{10};[^\s"']{10,600}/,
    sample: 'tid={hex:32};exp=1{digit:9};sku=free_limited;st=dotcom;8kp=1:{hex:64}',
  }),
];
