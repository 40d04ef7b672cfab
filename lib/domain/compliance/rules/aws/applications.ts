import { awsRuleSql } from '../../rule-sql.rules.ts';
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

/** Rules for APIs, functions, message queues, and what is placed in front of them. */
export const applicationRules: readonly WrittenRule[] = [
  {
    ...security,
    rule_id: 'aws-apigateway-cache-encrypted',
    service: 'API Gateway',
    resource_type: 'aws_api_gateway_stage',
    title: 'API Gateway caches are encrypted',
    description: "Cached responses may contain other users' personal data.",
    remediation: 'Turn on cache encryption in the stage settings.',
    severity: 'low',
    sql: awsRuleSql({
      ...stage,
      verdicts: [
        ['skip', 'cache_cluster_enabled is not true', 'has no cache'],
        [
          'alarm',
          `jsonb_path_exists(method_settings, '$.* ? (
      @.CachingEnabled == true && !(@.CacheDataEncrypted == true))')`,
          'has a cache that is not encrypted',
        ],
      ],
      otherwise: ['ok', 'encrypts its cache'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-apigateway-client-certificate',
    service: 'API Gateway',
    resource_type: 'aws_api_gateway_stage',
    title: 'API Gateway stages use client certificates',
    description: 'The certificate lets the backend verify that a request came from API Gateway.',
    remediation:
      'Generate a client certificate, select it in the stage, and verify it in the backend.',
    severity: 'low',
    sql: awsRuleSql({
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
    description: 'Messages are stored in the topic until delivery and often hold personal data.',
    remediation: 'Turn on topic encryption with a key that the publishers can use.',
    severity: 'low',
    sql: awsRuleSql({
      from: 'aws_sns_topic',
      resource: 'topic_arn',
      noun: 'Topic',
      name: "split_part(topic_arn, ':', 6)",
      verdicts: [['ok', "kms_master_key_id <> ''", 'is encrypted with a KMS key']],
      otherwise: ['alarm', 'is not encrypted with a KMS key'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-elb-http-to-https',
    service: 'Elastic Load Balancing',
    resource_type: 'aws_ec2_application_load_balancer',
    title: 'Application Load Balancers redirect HTTP to HTTPS',
    description: 'Responses over plain HTTP can be read and changed in transit.',
    remediation: 'Set the default action of the HTTP listener to redirect to HTTPS.',
    severity: 'medium',
    sql: awsRuleSql({
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
        ['alarm', 'p.load_balancer_arn is not null', 'accepts plain HTTP on port {p.ports}'],
      ],
      otherwise: ['ok', 'does not accept plain HTTP'],
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
    description:
      'Notebooks read sensitive data and run any code; traffic should pass through your network.',
    remediation: 'Recreate the notebook instance in a VPC, without direct internet access.',
    severity: 'medium',
    sql: awsRuleSql({
      ...notebook,
      verdicts: [['ok', "direct_internet_access = 'Disabled'", 'has no direct internet access']],
      otherwise: ['alarm', 'has direct internet access'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-sagemaker-encrypted',
    service: 'SageMaker',
    resource_type: 'aws_sagemaker_notebook_instance',
    title: 'Notebook instances are encrypted with a KMS key',
    description: 'Data loaded into a notebook stays on its disk long after it was needed.',
    remediation: 'Recreate the notebook instance with a KMS key.',
    severity: 'low',
    sql: awsRuleSql({
      ...notebook,
      verdicts: [['ok', "kms_key_id <> ''", 'is encrypted with a KMS key']],
      otherwise: ['alarm', 'is not encrypted with a KMS key'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-lambda-not-public',
    service: 'Lambda',
    resource_type: 'aws_lambda_function',
    title: 'Lambda functions are not publicly invocable',
    description: "Anyone can run the code with its role's permissions and at your cost.",
    remediation:
      'Restrict the resource-based policy to the accounts or services that call the function.',
    severity: 'critical',
    sql: awsRuleSql({
      ...lambda,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(policy, '$.Statement[*] ? (
      @.Effect == "Allow"
      && (@.Principal == "*" || @.Principal.AWS[*] == "*")
      && !exists (@.Condition.*))')`,
          'is publicly invocable',
        ],
      ],
      otherwise: ['ok', 'is not publicly invocable'],
    }),
  },
  {
    ...security,
    rule_id: 'aws-lambda-in-vpc',
    service: 'Lambda',
    resource_type: 'aws_lambda_function',
    title: 'Lambda functions run in a VPC',
    description: 'In a VPC you control what a function can reach, and flow logs record it.',
    remediation:
      'Assign subnets and a security group to the function if its access should be limited.',
    severity: 'low',
    sql: awsRuleSql({
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
    description: 'Without logs you cannot tell what was attacked or which rule blocks customers.',
    remediation: 'Send the web ACL logs to CloudWatch Logs, S3 or Data Firehose.',
    severity: 'low',
    sql: awsRuleSql({
      from: 'aws_wafv2_web_acl',
      resource: 'arn',
      noun: 'Web ACL',
      name: 'name',
      verdicts: [
        [
          'ok',
          "jsonb_path_exists(logging_configuration, '$.**.LogDestinationConfigs[*]')",
          'logs its decisions',
        ],
      ],
      otherwise: ['alarm', 'does not log its decisions'],
    }),
  },
];
