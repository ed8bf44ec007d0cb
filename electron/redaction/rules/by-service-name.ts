/**
 * Credentials that have no mark of their own: a value of a certain shape beside the name of the service.
 * The names match in any letter case; the value must be the whole value. These are candidates, not definite.
 */
export interface NamedRule {
  id: string;
  names: readonly string[];
  value: RegExp;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const BY_SERVICE_NAME: readonly NamedRule[] = [
  {
    id: 'adafruit-key',
    names: ['adafruit'],
    value: /[a-z0-9_-]{32}/i,
  },
  {
    id: 'adobe-client-id',
    names: ['adobe'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'airtable-key',
    names: ['airtable'],
    value: /(?:key)?[a-z0-9]{14,17}/i,
  },
  {
    id: 'algolia-key',
    names: ['algolia'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'alibaba-secret-key',
    names: ['alibaba', 'aliyun'],
    value: /[a-z0-9]{30}/i,
  },
  {
    id: 'asana-secret',
    names: ['asana'],
    value: /[a-z0-9]{32}|\d{16}/i,
  },
  {
    id: 'atlassian-token',
    names: ['atlassian', 'confluence', 'jira'],
    value: /[a-z0-9]{20}[a-f0-9]{4}/i,
  },
  {
    id: 'bitbucket-secret',
    names: ['bitbucket'],
    value: /[a-z0-9]{32}|[a-z0-9=_-]{64}/i,
  },
  {
    id: 'bittrex-key',
    names: ['bittrex'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'cloudflare-key',
    names: ['cloudflare'],
    value: /[a-z0-9_-]{40}|[a-f0-9]{37}/i,
  },
  {
    id: 'codecov-token',
    names: ['codecov'],
    value: /[a-z0-9]{32}|[0-9a-f-]{36}/i,
  },
  {
    id: 'cohere-key',
    names: ['cohere', 'co_api_key'],
    value: /[a-z0-9]{40}/i,
  },
  {
    id: 'coinbase-token',
    names: ['coinbase'],
    value: /[a-z0-9_-]{64}/i,
  },
  {
    id: 'confluent-key',
    names: ['confluent'],
    value: /[a-z0-9]{16}|[a-z0-9+/]{64}/i,
  },
  {
    id: 'contentful-token',
    names: ['contentful'],
    value: /[a-z0-9=_-]{43}/i,
  },
  {
    id: 'datadog-key',
    names: ['datadog', 'dd_api', 'dd_app', 'dd-api'],
    value: /[a-z0-9]{40}|[a-f0-9]{32}/i,
  },
  {
    id: 'discord-secret',
    names: ['discord'],
    value: /[a-f0-9]{64}|[a-z0-9=_-]{32}|\d{18,19}/i,
  },
  {
    id: 'droneci-token',
    names: ['droneci', 'drone_'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'dropbox-key',
    names: ['dropbox'],
    value: /[a-z0-9]{15}/i,
  },
  {
    id: 'etsy-key',
    names: ['etsy'],
    value: /[a-z0-9]{24}/i,
  },
  {
    id: 'facebook-secret',
    names: ['facebook'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'fastly-key',
    names: ['fastly'],
    value: /[a-z0-9=_-]{32}/i,
  },
  {
    id: 'finicity-key',
    names: ['finicity'],
    value: /[a-f0-9]{32}|[a-z0-9]{20}/i,
  },
  {
    id: 'finnhub-token',
    names: ['finnhub'],
    value: /[a-z0-9]{20}/i,
  },
  {
    id: 'flickr-key',
    names: ['flickr'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'freshbooks-token',
    names: ['freshbooks'],
    value: /[a-z0-9]{64}/i,
  },
  {
    id: 'gitter-token',
    names: ['gitter'],
    value: /[a-z0-9_-]{40}/i,
  },
  {
    id: 'heroku-key',
    names: ['heroku'],
    value: UUID,
  },
  {
    id: 'hubspot-key',
    names: ['hubspot'],
    value: UUID,
  },
  {
    id: 'intercom-key',
    names: ['intercom'],
    value: /[a-z0-9=_-]{60}/i,
  },
  {
    id: 'jfrog-key',
    names: ['jfrog', 'artifactory', 'bintray', 'xray'],
    value: /[a-z0-9]{73}|[a-z0-9]{64}/i,
  },
  {
    id: 'kraken-token',
    names: ['kraken'],
    value: /[a-z0-9/=_+-]{80,90}/i,
  },
  {
    id: 'kucoin-key',
    names: ['kucoin'],
    value: /[a-f0-9]{24}|[0-9a-f-]{36}/i,
  },
  {
    id: 'launchdarkly-token',
    names: ['launchdarkly'],
    value: /[a-z0-9=_-]{40}/i,
  },
  {
    id: 'linear-secret',
    names: ['linear'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'linkedin-secret',
    names: ['linkedin', 'linked_in', 'linked-in'],
    value: /[a-z0-9]{14}|[a-z0-9]{16}/i,
  },
  {
    id: 'looker-secret',
    names: ['looker'],
    value: /[a-z0-9]{20}|[a-z0-9]{24}/i,
  },
  {
    id: 'mattermost-token',
    names: ['mattermost'],
    value: /[a-z0-9]{26}/i,
  },
  {
    id: 'meraki-key',
    names: ['meraki'],
    value: /[0-9a-f]{40}/i,
  },
  {
    id: 'messagebird-token',
    names: ['messagebird', 'message-bird', 'message_bird'],
    value: /[a-z0-9]{25}|[0-9a-f-]{36}/i,
  },
  {
    id: 'netlify-token',
    names: ['netlify'],
    value: /[a-z0-9=_-]{40,46}/i,
  },
  {
    id: 'new-relic-key',
    names: ['newrelic', 'new-relic', 'new_relic'],
    value: /[a-z0-9]{64}|[a-f0-9]{40}/i,
  },
  {
    id: 'nytimes-key',
    names: ['nytimes', 'newyorktimes', 'new-york-times'],
    value: /[a-z0-9=_-]{32}/i,
  },
  {
    id: 'okta-token',
    names: ['okta'],
    value: /00[\w=-]{40}/i,
  },
  {
    id: 'plaid-key',
    names: ['plaid'],
    value: /[a-z0-9]{24}|[a-z0-9]{30}/i,
  },
  {
    id: 'privateai-key',
    names: ['privateai', 'private_ai', 'private-ai'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'rapidapi-key',
    names: ['rapidapi'],
    value: /[a-z0-9_-]{50}/i,
  },
  {
    id: 'sendbird-key',
    names: ['sendbird'],
    value: /[a-f0-9]{40}|[0-9a-f-]{36}/i,
  },
  {
    id: 'sentry-token',
    names: ['sentry'],
    value: /[a-f0-9]{64}/i,
  },
  {
    id: 'snyk-token',
    names: ['snyk'],
    value: UUID,
  },
  {
    id: 'sonar-token',
    names: ['sonar'],
    value: /[a-z0-9=_-]{40}/i,
  },
  {
    id: 'sourcegraph-token',
    names: ['sourcegraph'],
    value: /[a-f0-9]{40}/i,
  },
  {
    id: 'squarespace-token',
    names: ['squarespace'],
    value: UUID,
  },
  {
    id: 'sumologic-key',
    names: ['sumologic', 'sumo_', 'sumo-'],
    value: /su[a-z0-9]{10,14}|[a-z0-9]{62,64}/i,
  },
  {
    id: 'travis-token',
    names: ['travis'],
    value: /[a-z0-9]{22}/i,
  },
  {
    id: 'twilio-token',
    names: ['twilio'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'twitch-token',
    names: ['twitch'],
    value: /[a-z0-9]{30}/i,
  },
  {
    id: 'twitter-key',
    names: ['twitter'],
    value: /[a-z0-9]{25}|[a-z0-9]{45}|[a-z0-9]{50}|\d{15,25}-[a-z0-9]{20,40}/i,
  },
  {
    id: 'zendesk-key',
    names: ['zendesk'],
    value: /[a-z0-9]{40}/i,
  },
  {
    id: 'azure-key',
    names: ['azure'],
    value: /[a-f0-9]{32}|[a-z0-9+/]{86}==/i,
  },
  {
    id: 'mistral-key',
    names: ['mistral'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'deepgram-key',
    names: ['deepgram'],
    value: /[a-f0-9]{40}/i,
  },
  {
    id: 'assemblyai-key',
    names: ['assemblyai', 'assembly_ai'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'shodan-key',
    names: ['shodan'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'virustotal-key',
    names: ['virustotal', 'vt_api'],
    value: /[a-f0-9]{64}/i,
  },
  {
    id: 'openweather-key',
    names: ['openweather', 'owm_'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'pagerduty-key',
    names: ['pagerduty', 'pager_duty'],
    value: /[a-z0-9+_-]{20}|[a-z0-9]{32}/i,
  },
  {
    id: 'opsgenie-key',
    names: ['opsgenie'],
    value: UUID,
  },
  {
    id: 'linode-token',
    names: ['linode'],
    value: /[a-f0-9]{64}/i,
  },
  {
    id: 'hetzner-token',
    names: ['hetzner', 'hcloud'],
    value: /[a-z0-9]{64}/i,
  },
  {
    id: 'vultr-key',
    names: ['vultr'],
    value: /[a-z0-9]{36}/i,
  },
  {
    id: 'scaleway-secret',
    names: ['scaleway', 'scw_'],
    value: UUID,
  },
  {
    id: 'ovh-key',
    names: ['ovh_', 'ovh-'],
    value: /[a-z0-9]{16}|[a-z0-9]{32}/i,
  },
  {
    id: 'ibm-cloud-key',
    names: ['ibm_', 'ibm-', 'ibmcloud', 'iam_', 'iam-'],
    value: /[a-z0-9_-]{44}/i,
  },
  {
    id: 'softlayer-key',
    names: ['softlayer', 'sl_api', 'sl-api', 'slapi', 'sl_key', 'sl-key'],
    value: /[a-f0-9]{64}/i,
  },
  {
    id: 'cloudant-key',
    names: ['cloudant', 'clou_'],
    value: /[a-f0-9]{64}|[a-z]{24}/i,
  },
  {
    id: 'akamai-secret',
    names: ['akamai', 'akab-'],
    value: /[a-z0-9+/=]{40,50}/i,
  },
  {
    id: 'circleci-token',
    names: ['circleci', 'circle_'],
    value: /[a-f0-9]{40}/i,
  },
  {
    id: 'bitrise-token',
    names: ['bitrise'],
    value: /[\w-]{86}/i,
  },
  {
    id: 'rollbar-token',
    names: ['rollbar'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'bugsnag-key',
    names: ['bugsnag'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'amplitude-key',
    names: ['amplitude'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'mixpanel-secret',
    names: ['mixpanel'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'segment-key',
    names: ['segment_', 'segment-'],
    value: /[a-z0-9]{32}/i,
  },
  {
    id: 'spotify-secret',
    names: ['spotify'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'strava-secret',
    names: ['strava'],
    value: /[a-f0-9]{40}/i,
  },
  {
    id: 'vonage-secret',
    names: ['vonage', 'nexmo'],
    value: /[a-z0-9]{16}/i,
  },
  {
    id: 'plivo-token',
    names: ['plivo'],
    value: /[a-z0-9]{40}|[a-z0-9]{20}/i,
  },
  {
    id: 'pusher-secret',
    names: ['pusher'],
    value: /[a-f0-9]{20}/i,
  },
  {
    id: 'webex-token',
    names: ['webex'],
    value: /[a-z0-9]{64}_[a-z0-9_]{4}_[0-9a-f-]{36}/i,
  },
  {
    id: 'wandb-key',
    names: ['wandb'],
    value: /[a-f0-9]{40}/i,
  },
  {
    id: 'elevenlabs-key',
    names: ['elevenlabs', 'eleven_labs'],
    value: /[a-f0-9]{32}/i,
  },
  {
    id: 'ngrok-token',
    names: ['ngrok'],
    value: /[a-z0-9]{26,30}_[a-z0-9]{18,24}/i,
  },
  {
    id: 'lookup-service-key',
    names: ['ipstack', 'ipinfo', 'mapquest', 'positionstack', 'weatherstack', 'abuseipdb'],
    value: /[a-z0-9]{14}|[a-z0-9]{32}|[a-f0-9]{80}/i,
  },
  { id: 'railway-token', names: ['railway'], value: UUID },
  { id: 'consul-token', names: ['consul'], value: UUID },
  { id: 'splunk-token', names: ['splunk'], value: UUID },
  { id: 'backblaze-key', names: ['backblaze', 'applicationkey', 'b2_'], value: /K00\d[\w/+]{27}/ },
  {
    id: 'azure-devops-token',
    names: ['azure devops', 'azdo', 'ado_pat', 'azure_devops'],
    value: /[a-z0-9]{52}|[A-Za-z0-9]{84}/,
  },
  {
    id: 'discord-token',
    names: ['discord bot', 'discord token', 'discord_token'],
    value: /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}/,
  },
  { id: 'ngrok-authtoken', names: ['ngrok'], value: /[A-Za-z0-9]{26,30}_[A-Za-z0-9]{18,24}/ },
  { id: 'deepl-key', names: ['deepl'], value: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::fx)?/i },
  { id: 'etherscan-key', names: ['etherscan', 'polygonscan', 'bscscan', 'arbiscan'], value: /[A-Z0-9]{34}/ },
  { id: 'infura-key', names: ['infura', 'alchemy'], value: /[a-f0-9]{32}|[\w-]{32}/ },
  { id: 'bitlocker-recovery-key', names: ['bitlocker', 'recovery key'], value: /\d{6}(?:-\d{6}){7}/ },
  { id: 'filevault-recovery-key', names: ['filevault'], value: /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5}/ },
  // The lists of betterleaks, kingfisher and trufflehog.
  { id: 'agora-certificate', names: ['agora.', 'agora_', 'agora-'], value: /[a-f0-9]{32}/i },
  { id: 'ai21-key', names: ['ai21'], value: UUID },
  { id: 'bitly-token', names: ['bitly'], value: /[a-f0-9]{40}/i },
  {
    id: 'braintree-key',
    names: ['braintree'],
    value: /(?:sandbox|production)_[a-z0-9]{6,10}_[a-z0-9]{14,20}/,
  },
  { id: 'civo-key', names: ['civo_', 'civo-', 'civo '], value: /[a-z0-9]{50}/i },
  { id: 'clay-key', names: ['clay_', 'clay-', 'clay '], value: /[a-f0-9]{20}/i },
  { id: 'cloudinary-secret', names: ['cloudinary'], value: /[\w-]{27}|[a-z0-9]{32}/i },
  { id: 'codacy-token', names: ['codacy'], value: /[a-z0-9]{20,24}/i },
  { id: 'configcat-key', names: ['configcat'], value: /[\w-]{22}\/[\w-]{22}/ },
  { id: 'coveralls-token', names: ['coveralls'], value: /[a-z0-9-]{37}|[a-z0-9]{33}/i },
  { id: 'cypress-record-key', names: ['cypress_', 'cypress-', 'record_key', 'recordkey'], value: UUID },
  { id: 'data-gov-key', names: ['data.gov', 'data_gov', 'datagov'], value: /[a-z0-9]{40}/i },
  { id: 'databento-key', names: ['databento'], value: /db-[A-Za-z0-9]{29}/ },
  { id: 'disqus-key', names: ['disqus'], value: /[a-z0-9]{64}/i },
  { id: 'etsy-open-key', names: ['etsy'], value: /[a-z0-9]{24}:[a-z0-9]{10,64}/ },
  { id: 'exoscale-secret', names: ['exoscale'], value: /[\w-]{40,60}/ },
  { id: 'figma-token', names: ['figma'], value: /[0-9a-f]{4}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i },
  { id: 'freshdesk-key', names: ['freshdesk'], value: /[a-z0-9]{20}/i },
  { id: 'gitea-token', names: ['gitea', 'forgejo', 'codeberg'], value: /[a-f0-9]{40}/i },
  { id: 'greptile-key', names: ['greptile'], value: /[A-Za-z0-9+/]{48}/ },
  { id: 'gumroad-token', names: ['gumroad'], value: /[a-f0-9]{64}|[\w-]{43}/i },
  { id: 'honeycomb-key', names: ['honeycomb'], value: /[a-f0-9]{32}|[a-zA-Z0-9]{22}/ },
  { id: 'infomaniak-token', names: ['infomaniak'], value: /[\w-]{60,100}/ },
  { id: 'jenkins-token', names: ['jenkins'], value: /[a-f0-9]{32}|[a-f0-9]{34}|[0-9a-f-]{36}/i },
  { id: 'jumpcloud-key', names: ['jumpcloud'], value: /[a-z0-9]{40}/i },
  { id: 'kagi-key', names: ['kagi'], value: /[\w-]{11}\.[\w-]{43}/ },
  { id: 'loggly-token', names: ['loggly'], value: UUID },
  { id: 'mailgun-key', names: ['mailgun'], value: /[A-Za-z0-9-]{72}/ },
  { id: 'ollama-key', names: ['ollama'], value: /[a-f0-9]{32}\.[\w-]{24}/ },
  { id: 'portainer-token', names: ['portainer'], value: /ptr_[\w/+=-]{20,60}/ },
  { id: 'segment-token', names: ['segment_', 'segment-', 'sgmt'], value: /[\w-]{40,50}\.[\w-]{40,50}/ },
  { id: 'truenas-key', names: ['truenas'], value: /\d{1,6}-[A-Za-z0-9]{64}/ },
  { id: 'upstage-key', names: ['upstage'], value: /[A-Za-z0-9]{40,50}/ },
  { id: 'zai-key', names: ['z.ai', 'z_ai', 'zai_'], value: /[a-f0-9]{32}\.[A-Za-z0-9]{16}/ },
];
