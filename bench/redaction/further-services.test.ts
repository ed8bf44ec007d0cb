import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/redaction/redactor.ts';
import { FURTHER_SERVICES } from '../../electron/redaction/rules/further-services.ts';
import { createRandom } from './random.ts';
import { fill } from './samples.ts';

describe('formats of further services', () => {
  const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
  const masked = (text: string) => redactor.redactText(`connect('${text}', 3)`).text;
  const random = createRandom(12);
  const samples = FURTHER_SERVICES.flatMap(({ id, sample }) =>
    [sample].flat().map((template) => [id, template] as const),
  );

  it.each(samples)('%s is masked: %s', (id, template) => {
    expect(masked(fill(template, random).text)).toBe(`connect('[${id}]', 3)`);
  });

  it.each([
    ['gitea', '{hex:40}'],
    ['cloudinary', '{b64u:27}'],
    ['kagi', '{b64u:11}.{b64u:43}'],
    ['ollama', '{hex:32}.{b62:24}'],
    ['z.ai', '{hex:32}.{b62:16}'],
    ['portainer', 'ptr_{b64:43}='],
    ['databento', 'db-{b62:29}'],
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
  ])('%s stays', (text) => {
    expect(masked(text)).toBe(`connect('${text}', 3)`);
  });
});
