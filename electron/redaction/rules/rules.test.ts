import { describe, expect, it } from 'vitest';
import { secretName } from '../../../shared/words/secret-names.ts';
import { createRedactor } from '../redactor.ts';
import { PERSONAL_LITERALS } from './national-ids.ts';
import { BY_SERVICE_NAME, RULES, verifierOf } from './vendors.ts';

/** The quantifiers of a pattern that have no upper bound, outside of character classes. */
function unboundedQuantifiers(source: string): string[] {
  const bare = source.replaceAll(/\\./g, 'e').replaceAll(/\[(?:[^\]])*\]/g, 'c');
  return bare.match(/[*+](?!\?\?)|\{\d+,\}/g) ?? [];
}

describe('the rule tables', () => {
  it('cover the most used services', () => {
    const services = new Set(
      RULES.filter(({ tier }) => tier === 'definite').flatMap(({ vendor }) => vendor.split(', ')),
    );
    expect(services.size).toBeGreaterThanOrEqual(200);
  });

  it('have ids of their own, in kebab-case, because an id is a mask', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      ...ids,
      ...BY_SERVICE_NAME.map((rule) => rule.id),
      ...PERSONAL_LITERALS.map((rule) => rule.id),
    ])
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    '%s has an upper bound on every quantifier',
    (_id, rule) => {
      expect(unboundedQuantifiers(rule.pattern)).toEqual([]);
      expect(rule.literals.every((literal) => literal.length >= 3)).toBe(true);
      expect(rule.masks.length).toBeGreaterThan(0);
      expect(verifierOf(rule)('')).toBeTypeOf('boolean');
    },
  );
});

describe('the rows of the tables', () => {
  const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });

  it.each(RULES.flatMap(({ id, keeps = [] }) => keeps.map((text) => [id, text] as const)))(
    '%s keeps %s',
    (_id, text) => {
      expect(redactor.redactText(text).text).toBe(text);
    },
  );

  // Vendors change the length of what stands behind their prefix.
  it.each([
    ['groq-key', 'gsk_XQj6WwIjGtaZj8Q9lepkNIoUu2BThpiI1PUQIpljZWq3kC'],
    ['hugging-face-token', 'hf_eEOVcuCi0702LOfVWhuqJptAWSQyc5KO6'],
    ['nvidia-key', 'nvapi-YNDUmo2uFMkTCIx2dEajAm8yG8N_NaMD7yF4Mce56er_T01L'],
    ['digitalocean-token', 'dop_v1_7deaef7ca31b39d6d7d423c6e9ed6be6141f55fe3ede520a199003765126'],
    ['npm-token', 'npm_v75dukqrt1fZQdIQKcWyMBKxOIVdWJOszx'],
  ])('%s is masked with another length: %s', (id, token) => {
    expect(redactor.redactText(`try ${token} now`).text).toBe(`try [${id}] now`);
  });

  it.each([
    'hf_hub_download_the_model_files',
    'gsk_scrolled_window_get_child_2',
    'npm_config_registry_of_the_team_2024',
    'sbp_migration_2024_users_and_roles',
    'nvapi-rest-client-v2-configuration',
  ])('%s stays, because it is made of words', (text) => {
    expect(redactor.redactText(`see ${text} now`).text).toBe(`see ${text} now`);
  });
});

describe('formats that other scanners list', () => {
  const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
  const masked = (text: string) => redactor.redactText(`connect('${text}', 3)`).text;
  const HEX = '3b9f04c7d1e852a6';

  it.each([
    ['shopify-token', `prtapi_${HEX.repeat(2)}`],
    ['woocommerce-key', `ck_${HEX.repeat(2)}5d0e71f8`],
    ['asaas-key', `$aact_prod_${'9kQx2LmV7c'.repeat(8)}`],
    ['zeptomail-key', `Zoho-enczapikey ${'wSsVR60f9KpQ3xLmZ7tYbN2cHd'.repeat(3)}`],
    ['mongodb-atlas-secret', 'mdb_sa_sk_kX8mQ2vTz81LpWs90VtkX8mQ2vTz81LpWs90Vtk4'],
    ['turnstile-secret', '0x4AAAAAAkX8mQ2vTz81LpWs90VtkX8mQ2v'],
    ['pterodactyl-key', 'ptla_kX8mQ2vTz81LpWs90VtkX8mQ2vTz81LpWs90VtkX8mQ'],
    ['baidu-cloud-key', `bce-v3/ALTAK-kX8mQ2vTz81LpWs90Vtk4/${HEX.repeat(2)}5d0e71f8`],
    ['context7-key', 'ctx7sk-3b9f04c7-d1e8-52a6-3b9f-04c7d1e852a6'],
    ['kimi-key', `sk-kimi-${'kX8mQ2vTz81LpWs9'.repeat(4)}`],
    ['sentry-internal-token', `sntryi_${HEX.repeat(4)}`],
    ['daytona-key', `dtn_${HEX.repeat(4)}`],
    ['scrapfly-key', `scp-live-${HEX.repeat(2)}`],
    ['turbot-pipes-token', 'tpt_c6f5tmpe4mv9appio5rg_3jz0a8x1ke7yf8ng72qr646bv'],
    ['pangea-token', 'pts_qbzbij6j2rnmwtd7kfexqp5aw5ofwt2g'],
    ['warpstream-key', `aks_${HEX.repeat(4)}`],
    ['spectral-key', `spu-${HEX.repeat(2)}`],
    ['firehydrant-token', `fhb-${HEX.repeat(2)}`],
    ['convex-deploy-key', `prod:happy-otter-123|${'eyJ2MiI6Ijk4ZmQ3YTc1LTk0'.repeat(3)}`],
    ['copilot-session-token', `tid=${HEX.repeat(2)};exp=1767225600;sku=free_limited;8kp=1:${HEX.repeat(4)}`],
  ])('%s is masked', (id, sample) => {
    expect(masked(sample)).toContain(`[${id}]`);
    expect(masked(sample)).not.toContain(sample.slice(-20));
  });

  it.each([
    'prtapi_placeholder',
    'ck_editor_toolbar_configuration_of_the_page',
    'cs_0000000000000000000000000000000000000000',
    '$aact_prod_',
    'Zoho-enczapikey <your send mail token>',
    'dtn_v2_migration',
    'stellar-scp-live-scanner.service',
    'spt_smeared_0_30',
    'pts_per_second_of_the_video_stream',
    'aks_cluster_west_europe',
    'spu-device',
    'fhb-4th-edition',
    'prod: web|worker',
    'tid=4;exp=12',
  ])('%s stays', (text) => {
    expect(masked(text)).toBe(`connect('${text}', 3)`);
  });

  it('have a name for people, which is no id', () => {
    const kinds = [...RULES.map(({ id, mask }) => mask ?? id), ...BY_SERVICE_NAME.map(({ id }) => id)];
    expect(kinds.map(secretName).filter((name) => /^[a-z0-9]+-/.test(name))).toEqual([]);
  });
});
