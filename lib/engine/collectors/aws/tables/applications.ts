import { valueAt } from '../row.ts';
import { services } from '../services.ts';
import type { AwsTable } from '../table.ts';

const { kms } = services;

/** Tables of applications, and of the keys and secrets that they use. */
export const applicationTables: Readonly<Record<string, AwsTable>> = {
  aws_kms_key: {
    scope: 'regional',
    list: { service: kms, operation: 'ListKeys', items: 'Keys' },
    details: [
      {
        service: kms,
        operation: 'DescribeKey',
        with: ({ KeyId }) => ({ KeyId }),
        resultPath: 'KeyMetadata',
      },
      {
        service: kms,
        operation: 'GetKeyRotationStatus',
        isNeeded: ({ CustomerMasterKeySpec, Origin, KeyState }) =>
          CustomerMasterKeySpec === 'SYMMETRIC_DEFAULT' &&
          Origin === 'AWS_KMS' &&
          KeyState === 'Enabled',
        with: ({ KeyId }) => ({ KeyId }),
      },
    ],
    columns: { id: 'KeyId', arn: 'KeyArn', title: 'KeyId' },
  },
  aws_secretsmanager_secret: {
    scope: 'regional',
    list: { service: services.secretsmanager, operation: 'ListSecrets', items: 'SecretList' },
    columns: { rotation_enabled: ({ RotationEnabled }) => RotationEnabled === true },
  },
  aws_acm_certificate: {
    scope: 'regional',
    list: {
      service: services.acm,
      operation: 'ListCertificates',
      // Keys other than RSA with 1,024 or 2,048 bits are only listed if they are named.
      with: () => ({
        Includes: {
          keyTypes: [
            'RSA_1024',
            'RSA_2048',
            'RSA_3072',
            'RSA_4096',
            'EC_prime256v1',
            'EC_secp384r1',
            'EC_secp521r1',
          ],
        },
      }),
      items: 'CertificateSummaryList',
    },
    details: [
      {
        service: services.acm,
        operation: 'DescribeCertificate',
        with: ({ CertificateArn }) => ({ CertificateArn }),
        resultPath: 'Certificate',
      },
    ],
    columns: { title: 'DomainName' },
  },
  aws_lambda_function: {
    scope: 'regional',
    list: { service: services.lambda, operation: 'ListFunctions', items: 'Functions' },
    details: [
      {
        service: services.lambda,
        operation: 'GetPolicy',
        with: ({ FunctionName }) => ({ FunctionName }),
        notFoundPattern: /^ResourceNotFound/,
      },
    ],
    columns: {
      name: 'FunctionName',
      arn: 'FunctionArn',
      code_sha_256: 'CodeSha256',
      dead_letter_config_target_arn: 'DeadLetterConfig.TargetArn',
      vpc_id: 'VpcConfig.VpcId',
      vpc_security_group_ids: 'VpcConfig.SecurityGroupIds',
      vpc_subnet_ids: 'VpcConfig.SubnetIds',
    },
  },
  aws_api_gateway_stage: {
    scope: 'regional',
    parentCall: {
      service: services.apigateway,
      operation: 'GetRestApis',
      permission: 'GET',
      items: 'items',
    },
    list: {
      service: services.apigateway,
      operation: 'GetStages',
      permission: 'GET',
      with: (_, { id }) => ({ restApiId: id }),
      items: 'item',
      notFoundPattern: /^NotFound/,
    },
    columns: {
      name: 'stageName',
      rest_api_id: 'Parent.id',
      arn: (item, { partition, region }) =>
        `arn:${partition}:apigateway:${region}::/restapis/${String(valueAt(item, 'Parent.id'))}` +
        `/stages/${String(item.stageName)}`,
    },
  },
  aws_sagemaker_notebook_instance: {
    scope: 'regional',
    list: {
      service: services.sagemaker,
      operation: 'ListNotebookInstances',
      items: 'NotebookInstances',
    },
    details: [
      {
        service: services.sagemaker,
        operation: 'DescribeNotebookInstance',
        with: ({ NotebookInstanceName }) => ({ NotebookInstanceName }),
      },
    ],
    columns: { name: 'NotebookInstanceName', arn: 'NotebookInstanceArn' },
  },
};
