import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

export const AI = [
  rule(
    'openai-key',
    'OpenAI',
    /sk-(?:proj|svcacct|admin|service|None)-[\w-]{20,250}/,
    [
      'sk-proj-{b64u:74}T3BlbkFJ{b64u:74}',
      'sk-svcacct-{b64u:58}T3BlbkFJ{b64u:58}',
      'sk-admin-{b64u:74}T3BlbkFJ{b64u:74}',
    ],
    { anywhere: true, verify: generated },
  ),
  rule(
    'openai-legacy-key',
    'OpenAI',
    /sk-[A-Za-z0-9_-]{20,80}?T3BlbkFJ[A-Za-z0-9_-]{20,80}/,
    'sk-{b62:20}T3BlbkFJ{b62:20}',
    { literals: ['T3BlbkFJ'], lead: { of: /[A-Za-z0-9_-]/, max: 83 }, anywhere: true, mask: 'openai-key' },
  ),
  rule(
    'anthropic-key',
    'Anthropic',
    /sk-ant-[a-z0-9]{2,10}-[\w-]{20,200}/,
    ['sk-ant-api03-{b64u:93}AA', 'sk-ant-admin01-{b64u:93}AA', 'sk-ant-oat01-{b64u:93}AA'],
    { anywhere: true, verify: random(3) },
  ),
  rule('openrouter-key', 'OpenRouter', /sk-or-(?:v1-)?[a-f0-9]{40,64}/, 'sk-or-v1-{hex:64}', {
    anywhere: true,
  }),
  rule('langfuse-key', 'Langfuse', /[sp]k-lf-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}/, [
    'sk-lf-{uuid}',
    'pk-lf-{uuid}',
  ]),
  rule(
    'helicone-key',
    'Helicone',
    /[sp]k-helicone-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}/,
    'sk-helicone-{lower:7}-{lower:7}-{lower:7}-{lower:7}',
  ),
  rule(
    'sk-key',
    'DeepSeek, Moonshot, DashScope, LiteLLM and others',
    /sk-[A-Za-z0-9]{32,64}(?![\w-])/,
    ['sk-{hex:32}', 'sk-{b62:48}', 'sk-{b62:40}'],
    { verify: generated, mask: 'api-key' },
  ),
  rule(
    'hugging-face-token',
    'Hugging Face',
    /(?:hf_|api_org_)[A-Za-z0-9]{34,40}(?![A-Za-z0-9])/,
    ['hf_{alpha:34}', 'api_org_{alpha:34}'],
    { verify: random(3) },
  ),
  rule('replicate-token', 'Replicate', /r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])/, 'r8_{b62:37}'),
  rule('groq-key', 'Groq', /gsk_[A-Za-z0-9]{48,56}/, 'gsk_{b62:52}'),
  rule('xai-key', 'xAI', /xai-[A-Za-z0-9_]{70,90}/, 'xai-{b62:80}'),
  rule('perplexity-key', 'Perplexity', /pplx-[A-Za-z0-9]{48,56}/, 'pplx-{b62:48}'),
  rule('together-key', 'Together AI', /tgp_v1_[\w-]{43}/, 'tgp_v1_{b64u:43}'),
  rule('fireworks-key', 'Fireworks AI', /(?:fw|fpk)_[A-Za-z0-9]{20,28}(?![A-Za-z0-9_])/, 'fw_{b62:24}', {
    verify: generated,
  }),
  rule('cerebras-key', 'Cerebras', /csk-[a-z0-9]{48}/, 'csk-{lower:48}'),
  rule('nvidia-key', 'NVIDIA', /nvapi-[\w-]{60,80}/, 'nvapi-{b64u:64}'),
  rule('langsmith-key', 'LangSmith', /(?:lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|ls__[a-f0-9]{32})/, [
    'lsv2_pt_{hex:32}_{hex:10}',
    'lsv2_sk_{hex:32}_{hex:10}',
  ]),
  rule('elevenlabs-key', 'ElevenLabs', /sk_[a-f0-9]{48}(?![a-f0-9])/, 'sk_{hex:48}'),
  rule('pinecone-key', 'Pinecone', /pcsk_[A-Za-z0-9]{4,10}_[A-Za-z0-9]{50,80}/, 'pcsk_{b62:6}_{b62:63}'),
  rule('voyage-key', 'Voyage AI', /pa-[\w-]{43}(?![\w-])/, 'pa-{b64u:43}', { verify: generated }),
  rule('jina-key', 'Jina AI', /jina_[\w-]{28,90}/, 'jina_{hex:32}{b64u:28}', { verify: generated }),
  rule('tavily-key', 'Tavily', /tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}/, [
    'tvly-{b62:32}',
    'tvly-dev-{b62:32}',
  ]),
  rule('firecrawl-key', 'Firecrawl', /fc-[a-f0-9]{32}(?![a-f0-9])/, 'fc-{hex:32}'),
  rule('weights-and-biases-key', 'Weights & Biases', /wandb_v1_[\w-]{40,100}/, 'wandb_v1_{b64u:60}'),
  rule('runway-key', 'Runway', /key_[a-f0-9]{128}/, 'key_{hex:128}'),
  rule('cursor-key', 'Cursor', /(?:key|crsr)_[a-f0-9]{64}(?![a-f0-9])/, ['key_{hex:64}', 'crsr_{hex:64}']),
  rule('dify-key', 'Dify', /(?:app|dataset)-[A-Za-z0-9]{24}(?![\w-])/, ['app-{b62:24}', 'dataset-{b62:24}'], {
    verify: generated,
  }),
  rule('coze-token', 'Coze', /[ps]at_[A-Za-z0-9]{64}(?![\w-])/, 'pat_{b62:64}'),
  rule('e2b-key', 'E2B', /e2b_[a-f0-9]{40}/, 'e2b_{hex:40}'),
  rule('modal-token', 'Modal', /a[ks]-[A-Za-z0-9]{22}(?![\w-])/, ['ak-{b62:22}', 'as-{b62:22}'], {
    verify: generated,
  }),
  rule('runpod-key', 'RunPod', /rpa_[A-Z0-9]{30,50}[a-z0-9]{0,10}/, 'rpa_{up:46}'),
  rule('llama-cloud-key', 'LlamaCloud', /llx-[A-Za-z0-9]{40,60}/, 'llx-{b62:48}'),
  rule('browserbase-key', 'Browserbase', /bb_(?:live|test)_[\w-]{20,60}/, 'bb_live_{b64u:27}'),
  rule('apify-token', 'Apify', /apify_(?:api|proxy)_[A-Za-z0-9]{30,50}/, 'apify_api_{b62:36}'),
  rule(
    'zhipu-key',
    'Zhipu AI',
    /(?:zhipu|glm)[\w ."'-]{0,24}[=:\s]\s{0,3}["']?([a-f0-9]{32}\.[A-Za-z0-9]{16})(?![A-Za-z0-9])/i,
    'ZHIPU_API_KEY={hex:32}.{b62:16}',
  ),
  rule('mem0-key', 'Mem0', /m0-[A-Za-z0-9]{40}(?![A-Za-z0-9])/, 'm0-{b62:40}', { verify: random(3.5) }),
  rule('friendli-token', 'Friendli', /flp_[A-Za-z0-9]{44,60}/, 'flp_{b62:48}'),
  rule('novita-key', 'Novita', /sk_[A-Za-z0-9]{43}(?![\w-])/, 'sk_{b62:43}', {
    verify: generated,
    mask: 'api-key',
  }),
  rule('openai-session', 'OpenAI', /sess-[A-Za-z0-9]{40}(?![A-Za-z0-9])/, 'sess-{b62:40}', {
    mask: 'openai-key',
  }),
];
