/**
 * Prefixes of the keys of providers, as they document them. A value with one of them is redacted everywhere, without the name
 * of a secret before it. Pure.
 */

/**
 * Characters after a prefix, as the provider documents them. Any character of base64 is redacted all the same, except after
 * a prefix with which ordinary words begin: a `run` has only letters and digits.
 */
export type Alphabet = 'hex' | 'upper' | 'lower' | 'alnum' | 'word' | 'base64' | 'run';

/** The keys of one provider. */
export interface SecretPrefix {
  readonly prefix: string;
  readonly alphabet: Alphabet;
  /** Minimum number of characters after the prefix; less than in a real key, because texts are truncated. */
  readonly least: number;
  readonly provider: string;
}

/** Prefix, alphabet, minimum length, provider. A prefix that continues another one is listed, if only its length differs. */
// cspell:disable
const TABLE = `
sk-            word   16  OpenAI, Anthropic (sk-ant-), OpenRouter (sk-or-), Langfuse (sk-lf-), DeepSeek, LiteLLM and others
pk-            word   16  Langfuse
rk-            word   16  restricted keys
gsk_           alnum  16  Groq
xai-           alnum  16  xAI
pplx-          alnum  16  Perplexity
r8_            alnum  16  Replicate
hf_            alnum  16  Hugging Face
hf-            alnum  16  Hugging Face, written with a hyphen
api_org_       alnum  20  Hugging Face organizations
fw_            alnum  16  Fireworks
csk-           alnum  16  Cerebras
tgp_v1_        word   16  Together
nvapi-         word   16  NVIDIA
tvly-          word   16  Tavily
jina_          alnum  16  Jina
fc-            run    20  Firecrawl
pa-            word   24  Voyage
pcsk_          word   16  Pinecone
llx-           alnum  16  LlamaCloud
lsv2_          word   16  LangSmith
ls__           hex    16  LangSmith, older
e2b_           hex    16  E2B
bb_live_       word   16  Browserbase
rpa_           alnum  16  RunPod
fal-           word   20  fal
ALTAK-         word   20  Baidu
ak-            run    20  Modal
as-            run    20  Modal secrets
phx_           alnum  16  PostHog
phs_           alnum  16  PostHog
pylf_v1_       word   16  Logfire
xaat-          hex    16  Axiom
xapt-          hex    16  Axiom
hcaik_         alnum  16  Honeycomb
hcxik_         alnum  16  Honeycomb
hcamk_         alnum  16  Honeycomb
wandb_v1_      word   16  Weights & Biases
BSA            word   24  Brave
ghp_           alnum  16  GitHub
gho_           alnum  16  GitHub
ghu_           alnum  16  GitHub
ghs_           alnum  16  GitHub
ghr_           alnum  16  GitHub
ghp-           alnum  16  GitHub, written with a hyphen
github_pat_    word   16  GitHub
glpat-         word   16  GitLab
glptt-         hex    16  GitLab
gldt-          word   16  GitLab
glrt-          word   16  GitLab
glrtr-         word   16  GitLab
glcbt-         word   16  GitLab
glsoat-        word   16  GitLab
glffct-        word   16  GitLab
glimt-         word   16  GitLab
glft-          word   16  GitLab
glagent-       word   16  GitLab
gloas-         word   16  GitLab
GR1348941      word   16  GitLab runners
ATATT          word   20  Atlassian
ATBB           word   20  Bitbucket
ATCTT          word   20  Bitbucket
ATTA           hex    40  Trello
ATOA           word   40  Atlassian
lin_api_       alnum  16  Linear
lin_oauth_     alnum  16  Linear
lin_wh_        alnum  16  Linear webhooks
ntn_           alnum  16  Notion
secret_        alnum  32  Notion, older
figd_          word   16  Figma
figdr_         word   16  Figma
tfp_           word   16  Typeform
PMAK-          word   16  Postman
PMAT-          word   16  Postman
CFPAT-         word   16  Contentful
sgp_           word   16  Sourcegraph
sqp_           hex    16  SonarQube
squ_           hex    16  SonarQube
sqa_           hex    16  SonarQube
CCIPAT_        word   16  CircleCI
CCIPRJ_        word   16  CircleCI
bkua_          hex    16  Buildkite
bkct_          word   16  Buildkite
snyk_          word   24  Snyk
cmVmd          alnum  40  Artifactory
AKCp           alnum  40  Artifactory
dckr_pat_      word   16  Docker
dckr_oat_      word   16  Docker
npm_           alnum  16  npm
npm-           alnum  24  npm, written with a hyphen
pypi-          word   16  PyPI
rubygems_      hex    16  RubyGems
CLOJARS_       alnum  16  Clojars
cio            alnum  32  crates.io
oy2            lower  40  NuGet
API-           upper  24  Octopus Deploy
pnu_           alnum  16  Prefect
pnb_           alnum  16  Prefect
pul-           hex    20  Pulumi
hvs.           word   16  Vault
hvb.           word   16  Vault
hvr.           word   16  Vault
dp.pt.         alnum  16  Doppler
dp.st.         word   16  Doppler
dp.ct.         alnum  16  Doppler
dp.sa.         alnum  16  Doppler
dp.scim.       alnum  16  Doppler
dp.audit.      alnum  16  Doppler
ops_           base64 40  1Password
ico-           alnum  24  Infracost
tk-us-         word   24  Scalingo
AKIA           upper  16  AWS
ASIA           upper  16  AWS
ABIA           upper  16  AWS
ACCA           upper  16  AWS
ABSK           base64 40  AWS Bedrock
bedrock-api-key- base64 20 AWS Bedrock
AIza           word   30  Google
AQ.            word   30  Google
ya29.          word   20  Google
GOCSPX-        word   20  Google
LTAI           alnum  16  Alibaba
AKID           alnum  28  Tencent
AQVN           word   30  Yandex
y0_            word   30  Yandex
dop_v1_        hex    16  DigitalOcean
doo_v1_        hex    16  DigitalOcean
dor_v1_        hex    16  DigitalOcean
dop_v1-        hex    16  DigitalOcean, written with a hyphen
cfk_           alnum  16  Cloudflare
cfut_          alnum  16  Cloudflare
cfat_          alnum  16  Cloudflare
v1.0-          word   40  Cloudflare
dapi           hex    20  Databricks
dose           hex    32  Databricks
dkea           hex    32  Databricks
HRKU-          word   16  Heroku
nfp_           alnum  16  Netlify
nfc_           alnum  16  Netlify
nfo_           alnum  16  Netlify
nfu_           alnum  16  Netlify
vcp_           alnum  16  Vercel
vci_           alnum  16  Vercel
vca_           alnum  16  Vercel
vercel_blob_rw_ word  16  Vercel
rnd_           alnum  16  Render
fm1a_          base64 16  Fly
fm1r_          base64 16  Fly
fm2_           base64 16  Fly
fo1_           word   16  Fly
tskey-         word   12  Tailscale
nbp_           alnum  24  NetBird
sbp_           hex    16  Supabase
sb_secret_     word   16  Supabase
napi_          alnum  16  Neon
npg_           alnum  12  Neon
pscale_        word   16  PlanetScale
mdb_sa_sk_     word   16  MongoDB
AVNS_          word   12  Aiven
xau_           alnum  16  Xata
AstraCS:       word   16  DataStax
fnA            word   30  Fauna
4b1d           alnum  38  ClickHouse
sha256~        word   24  OpenShift
glsa_          word   16  Grafana
glc_           base64 16  Grafana
NRAK-          upper  16  New Relic
NRII-          word   16  New Relic
NRJS-          hex    16  New Relic
NRRA-          hex    16  New Relic
sntrys_        base64 16  Sentry
sntryu_        hex    16  Sentry
dt0c01.        upper  16  Dynatrace
dt0s01.        upper  16  Dynatrace
ddp_           word   24  Datadog
lpk_           alnum  24  LaunchDarkly
xoxa-          word   12  Slack
xoxb-          word   12  Slack
xoxc-          word   12  Slack
xoxd-          base64 12  Slack
xoxe-          word   12  Slack
xoxo-          word   12  Slack
xoxp-          word   12  Slack
xoxr-          word   12  Slack
xoxs-          word   12  Slack
xoxe.          word   12  Slack
xapp-          word   12  Slack
xwfp-          word   12  Slack
sk_live_       alnum  10  Stripe, Clerk, Paystack and others
sk_test_       alnum  10  Stripe
sk_prod_       word   16  Liveblocks and others
rk_live_       alnum  10  Stripe
rk_test_       alnum  10  Stripe
rk_prod_       alnum  10  Stripe
pk_live_       alnum  10  Stripe
pk_test_       alnum  10  Stripe
whsec_         base64 10  Stripe and Svix
sk_            alnum  30  ElevenLabs and others
key_           alnum  40  Cursor and others
re_            word   20  Resend
SG.            word   16  SendGrid
xkeysib-       hex    16  Brevo
xsmtpsib-      hex    16  Brevo
key-           hex    24  Mailgun
pubkey-        hex    24  Mailgun
mlsn.          hex    32  MailerSend
SK             hex    32  Twilio
pat-na1-       word   16  HubSpot
pat-na2-       word   16  HubSpot
pat-eu1-       word   16  HubSpot
shpat_         hex    16  Shopify
shpca_         hex    16  Shopify
shppa_         hex    16  Shopify
shpss_         hex    16  Shopify
shpua_         hex    16  Shopify
shptka_        hex    16  Shopify
shpat-         hex    16  Shopify, written with a hyphen
EAAA           word   40  Square, Facebook
EAAC           alnum  60  Facebook
EAAM           alnum  60  Facebook
EAAG           alnum  60  Facebook
EAAB           alnum  60  Facebook
IGQV           word   60  Instagram
sq0atp-        word   16  Square
sq0csp-        word   16  Square
sq0idp-        word   16  Square
A21AA          word   60  PayPal
rzp_live_      alnum  12  Razorpay
rzp_test_      alnum  12  Razorpay
shippo_live_   hex    16  Shippo
shippo_test_   hex    16  Shippo
EZAK           alnum  40  EasyPost
EZTK           alnum  40  EasyPost
duffel_live_   word   16  Duffel
duffel_test_   word   16  Duffel
FLWSECK_TEST-  word   12  Flutterwave
FLWSECK-       word   12  Flutterwave
access-sandbox- word  24  Plaid
access-development- word 24 Plaid
access-production- word 24 Plaid
polar_oat_     word   16  Polar
pdl_live_      word   16  Paddle
pdl_sdbx_      word   16  Paddle
fio-u-         word   24  Frame.io
rdme_          lower  24  ReadMe
sl.            word   60  Dropbox
sm_aat_        alnum  16  SettleMint
sm_pat_        alnum  16  SettleMint
sm_sat_        alnum  16  SettleMint
p8e-           lower  24  Adobe
p8-            word   60  Adobe
signkey-prod-  hex    16  Inngest
signkey-test-  hex    16  Inngest
tr_dev_        alnum  16  Trigger.dev
tr_prod_       alnum  16  Trigger.dev
sk.            word   24  Mapbox
AGE-SECRET-KEY- upper 30 age
AGE-PLUGIN-    upper  30  age
xprv           alnum  60  extended private keys of wallets
`;
// cspell:enable

/** All prefixes, longer ones first, so that the most specific one of a value is found. */
export const SECRET_PREFIXES: readonly SecretPrefix[] = TABLE.trim()
  .split('\n')
  .map((line): SecretPrefix => {
    const [prefix = '', alphabet = 'word', least = '', ...provider] = line.split(/ +/);
    return { prefix, alphabet: alphabet as Alphabet, least: Number(least), provider: provider.join(' ') };
  })
  .sort((a, b) => b.prefix.length - a.prefix.length || (a.prefix < b.prefix ? -1 : 1));

/** Characters of keys, in no alphabetical order, from which examples are cut; by alphabet. No key of a provider. */
const SAMPLES: Readonly<Record<Alphabet, string>> = {
  hex: '3fc17a90e5b2d84611c0f7ae92d35b08',
  upper: '7QK2XW4NTB5RLZ3HVD6MJC0FYG9PSE8U',
  lower: '4k9x2q7vb3zt8wj5mf1hr6nd0cgypsul',
  alnum: '3xK9vQ2mZ7tR4wB8nL1cH6jD5fG0sPyU',
  run: '3xK9vQ2mZ7tR4wB8nL1cH6jD5fG0sPyU',
  word: '5Rx-Q9v_2KmZ7tW4bN8jL1cH-6dF0gSp',
  base64: '8Qz/X3vK+7mT2wR9bN4jL1cH6dF0gSpY',
};

/** Returns a made-up key with this prefix. Complete keys in a file would be reported by secret scanners. */
export function exampleKey({ prefix, alphabet, least }: SecretPrefix): string {
  return prefix + SAMPLES[alphabet].repeat(Math.ceil(least / 32)).slice(0, least);
}
