import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/redaction/redactor.ts';
import { RULES } from '../../electron/redaction/rules/vendors.ts';
import { createRandom } from './random.ts';
import { fill } from './samples.ts';

describe('formats of further services', () => {
  const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
  const masked = (text: string) => redactor.redactText(`connect('${text}', 3)`).text;
  const random = createRandom(12);
  const samples = RULES.filter(({ tier }) => tier === 'definite').flatMap(({ id, masks, mask }) =>
    // A quote or a line would end the call around it.
    masks.filter((template) => !/['\n]/.test(template)).map((template) => [mask ?? id, template] as const),
  );

  it.each(samples)('%s is masked wherever it stands: %s', (id, template) => {
    const { text, secrets } = fill(template, random);
    expect(masked(text)).toContain(`[${id}]`);
    for (const secret of secrets.filter(({ length }) => length > 8))
      expect(masked(text)).not.toContain(secret);
  });

  it.each([
    ['gitea', '{hex:40}'],
    ['cloudinary', '{b64u:27}'],
    ['kagi', '{b64u:11}.{b64u:43}'],
    ['ollama', '{hex:32}.{b62:24}'],
    ['z.ai', '{hex:32}.{b62:16}'],
    ['portainer', 'ptr_{b64:43}='],
    ['databento', 'db-{b62:29}'],
    ['agora_app_certificate', '{hex:32}'],
    ['ai21', '{uuid}'],
    ['braintree_tokenization_key', 'sandbox_{lower:8}_{lower:16}'],
    ['clay key', '{hex:20}'],
    ['codacy_token', '{lower:20}'],
    ['freshdesk', '{lower:20}'],
    ['Jenkins-Crumb', '{hex:32}'],
    ['loggly', '{uuid}'],
    ['mailgun', '{b62:72}'],
    ['truenas', '8-{b62:64}'],
    ['sumologic.access.id', 'su{lower:14}'],
    ['FULLSTORY_KEY', 'na1.{b62:40}'],
    ['lighton', '{b62:48}'],
    ['sslmate_key', '{b62:36}'],
    ['box_client_secret', '{lower:32}'],
  ])('%s: a value of its own format', (name, template) => {
    const { text } = fill(template, random);
    expect(redactor.redactText(`${name}: "${text}"`).text).not.toContain(text.slice(-12));
  });

  it.each([
    'sk-api-version-header',
    'apk_signing_config_of_the_release_build',
    'cog_menu',
    'PRD-1234',
    'MyApp-MyApp-PRD-1a2b3c4d-567890ab',
    'sgp_local',
    'sk_production_deployment_of_the_new_service',
    'salad_cloud_container_group_priority_enum',
    'client_secret_basic',
    'rotate_secret_versionOfTheApplication1',
    'a==b ? "==:" : 1',
    'VF.Animation.createFromDefinition',
    'BSAccountManagerFactoryProviderImplementation',
    'EXOPlayerViewControllerDelegateImpl',
    'CAISSE_DES_DEPOTS',
    'vcr_cassette_names_of_the_tests_of_the_payment_2024',
    'pina_colada_recipe_with_three_sorts_of_rum',
    'secret-token:your-token-here',
    'bkpt_at_the_first_line_of_the_interrupt_handler',
    'key_live_region_of_the_screen_reader_name',
    'hawk.authentication.example',
    'pub-c-declarations-of-the-header',
    'ls-library-path-of-the-compiler',
    'ls-directoryname-2024-2025-2026-longername12',
    'lip_sync_track_of_the_scene_1',
    'ion_storm_particle_system_of_the_third_level',
    'OC|2024|total',
    'prf_sha256_hmac_of_the_client_key_2',
    'api_live.renderTheNextFrameOfTheScene',
    'persona_sandbox_template-of-the-onboarding',
    'A21AA',
    'tss_2024_2025',
    '1001.2.3',
    'hvp.com',
    'ck_of_the_block_cipher',
    'ak_share_daily_2024_adj',
    'esecret_of_the_deployment_environment',
    'agora: 5 minutes',
    'clay-court-season-2024',
    'jenkins-build-2024.11.23',
  ])('%s stays', (text) => {
    expect(masked(text)).toBe(`connect('${text}', 3)`);
  });
});
