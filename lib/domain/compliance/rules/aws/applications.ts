import { awsAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const security = { category: 'Security' } as const;
const stage = {
  from: 'aws_api_gateway_stage',
  resource: 'arn',
  noun: 'Stage',
  name: "concat(name, ' of API ', rest_api_id)",
};
const notebook = {
  from: 'aws_sagemaker_notebook_instance',
  resource: 'arn',
  noun: 'Notebook instance',
  name: 'name',
};
const lambda = { from: 'aws_lambda_function', resource: 'arn', noun: 'Function', name: 'name' };

/** APIs, functions, queues of messages and what stands in front of them. */
export const applicationRules: readonly WrittenRule[] = [
  {
    ...security,
    rule_id: 'aws-apigateway-cache-encrypted',
    service: 'API Gateway',
    resource_type: 'aws_api_gateway_stage',
    title: 'API Gateway caches are encrypted',
    description: 'A cache holds answers of others, with whatever personal data is in them.',
    remediation: 'Turn on encryption of the cache in the settings of the stage.',
    severity: 'low',
    sql: awsAnswer({
      ...stage,
      verdicts: [
        ['skip', 'cache_cluster_enabled is not true', 'has no cache'],
        [
          'alarm',
          `jsonb_path_exists(method_settings, '$.* ? (
      @.CachingEnabled == true && !(@.CacheDataEncrypted == true))')`,
          'keeps answers in a cache that is not encrypted',
        ],
      ],
      otherwise: ['ok', 'encrypts what its cache keeps'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-apigateway-client-certificate',
    service: 'API Gateway',
    resource_type: 'aws_api_gateway_stage',
    title: 'API Gateway stages use client certificates',
    description: 'By the certificate a backend knows that a request came through the API.',
    remediation: 'Generate a client certificate, choose it in the stage, and ask for it behind.',
    severity: 'low',
    sql: awsAnswer({
      ...stage,
      verdicts: [['ok', "client_certificate_id <> ''", 'has a client certificate']],
      otherwise: ['alarm', 'has no client certificate'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-sns-encrypted',
    service: 'SNS',
    resource_type: 'aws_sns_topic',
    title: 'SNS topics are encrypted with a KMS key',
    description: 'Messages wait in a topic until they are delivered, and often hold personal data.',
    remediation: 'Turn on encryption of the topic with a key that its publishers may use.',
    severity: 'low',
    sql: awsAnswer({
      from: 'aws_sns_topic',
      resource: 'topic_arn',
      noun: 'Topic',
      name: "split_part(topic_arn, ':', 6)",
      verdicts: [['ok', "kms_master_key_id <> ''", 'is encrypted with a key of KMS']],
      otherwise: ['alarm', 'is not encrypted with a key of KMS'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-elb-http-to-https',
    service: 'Elastic Load Balancing',
    resource_type: 'aws_ec2_application_load_balancer',
    title: 'Application load balancers redirect HTTP to HTTPS',
    description: 'What is answered over plain HTTP can be read and changed on its way.',
    remediation: 'Let the default action of the HTTP listener redirect to HTTPS.',
    severity: 'medium',
    sql: awsAnswer({
      with: `plain as (
  select load_balancer_arn, string_agg(port::text, ', ' order by port) as ports
  from aws_ec2_load_balancer_listener
  where protocol = 'HTTP' and jsonb_path_exists(default_actions, '$[*] ? (
    @.Type == "redirect" && @.RedirectConfig.Protocol == "HTTPS")') is not true
  group by load_balancer_arn
)`,
      from: `aws_ec2_application_load_balancer b
  left join plain p on p.load_balancer_arn = b.arn`,
      resource: 'b.arn',
      noun: 'Load balancer',
      name: 'b.name',
      verdicts: [
        ['alarm', 'p.load_balancer_arn is not null', 'answers plain HTTP on port {p.ports}'],
      ],
      otherwise: ['ok', 'answers no plain HTTP'],
      region: 'b.region',
      account_id: 'b.account_id',
    }),
  },
  {
    ...security,
    rule_id: 'aws-sagemaker-no-direct-internet',
    service: 'SageMaker',
    resource_type: 'aws_sagemaker_notebook_instance',
    title: 'Notebook instances have no direct internet access',
    description: 'A notebook reads much data and runs any code: it should leave by your network.',
    remediation: 'Make the notebook instance again in a VPC, without direct internet access.',
    severity: 'medium',
    sql: awsAnswer({
      ...notebook,
      verdicts: [
        [
          'ok',
          "direct_internet_access = 'Disabled'",
          'has no direct way to the internet',
        ],
      ],
      otherwise: ['alarm', 'has a direct way to the internet'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-sagemaker-encrypted',
    service: 'SageMaker',
    resource_type: 'aws_sagemaker_notebook_instance',
    title: 'Notebook instances are encrypted with a KMS key',
    description: 'Data that was loaded for an afternoon stays on the disk of a notebook.',
    remediation: 'Make the notebook instance again with a key of KMS.',
    severity: 'low',
    sql: awsAnswer({
      ...notebook,
      verdicts: [['ok', "kms_key_id <> ''", 'is encrypted with a key of KMS']],
      otherwise: ['alarm', 'is not encrypted with a key of KMS'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-lambda-not-public',
    service: 'Lambda',
    resource_type: 'aws_lambda_function',
    title: 'Lambda functions are not publicly invocable',
    description: 'Strangers can run the code with the rights of its role, and at your cost.',
    remediation: 'Narrow the policy of the function to accounts or services that call it.',
    severity: 'critical',
    sql: awsAnswer({
      ...lambda,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(policy, '$.Statement[*] ? (
      @.Effect == "Allow"
      && (@.Principal == "*" || @.Principal.AWS[*] == "*")
      && !exists (@.Condition.*))')`,
          'can be invoked by everybody',
        ],
      ],
      otherwise: ['ok', 'cannot be invoked by everybody'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-lambda-in-vpc',
    service: 'Lambda',
    resource_type: 'aws_lambda_function',
    title: 'Lambda functions run in a VPC',
    description: 'In a VPC you decide what a function reaches, and flow logs show it.',
    remediation: 'Give the function subnets and a security group, if it should reach no more.',
    severity: 'low',
    sql: awsAnswer({
      ...lambda,
      verdicts: [['ok', "vpc_id <> ''", 'runs in {vpc_id}']],
      otherwise: ['alarm', 'does not run in a VPC'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-waf-logged',
    service: 'WAF',
    resource_type: 'aws_wafv2_web_acl',
    title: 'WAF web ACLs have logging enabled',
    description: 'Without a log nobody can say what was attacked, or which rule blocks customers.',
    remediation: 'Send the log of the web ACL to CloudWatch, S3 or Firehose.',
    severity: 'low',
    sql: awsAnswer({
      from: 'aws_wafv2_web_acl',
      resource: 'arn',
      noun: 'Web ACL',
      name: 'name',
      verdicts: [
        [
          'ok',
          "jsonb_path_exists(logging_configuration, '$.**.LogDestinationConfigs[*]')",
          'logs what it decides',
        ],
      ],
      otherwise: ['alarm', 'does not log what it decides'],
    }),
  },
];
