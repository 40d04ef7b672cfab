import { CfnCondition, CfnRule, Fn, Token } from 'aws-cdk-lib';
import type { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

type ConsoleDomainProps = {
  /** The name in lower case; empty where the console has CloudFront's name only. */
  domain: string;
  /** ARN of its certificate, which CloudFront takes from us-east-1 only. */
  certificate: string;
};

const isEmpty = (value: string) => Fn.conditionEquals(value, '');
const isGiven = (value: string) => Fn.conditionNot(isEmpty(value));

/** The operator's own name of the console. With it the oldest TLS that CloudFront takes is 1.2. */
export class ConsoleDomain extends Construct {
  readonly domain: string;
  private readonly certificate: string;
  private readonly given: CfnCondition;

  constructor(scope: Construct, id: string, { domain, certificate }: ConsoleDomainProps) {
    super(scope, id);
    this.domain = domain;
    this.certificate = certificate;
    this.given = new CfnCondition(this, 'Given', { expression: isGiven(domain) });
    const both = Fn.conditionAnd(isGiven(domain), isGiven(certificate));
    const neither = Fn.conditionAnd(isEmpty(domain), isEmpty(certificate));
    new CfnRule(this, 'Together', {
      assertions: [
        {
          assert: Fn.conditionOr(both, neither),
          assertDescription: 'ConsoleDomain and ConsoleCertificate are given together.',
        },
      ],
    });
  }

  /** The host of the console: the own name, or CloudFront's. */
  hostOr(ofCloudFront: string): string {
    return Token.asString(this.ifGiven(this.domain, ofCloudFront));
  }

  /** Answers at the own name, by its certificate. */
  serveFrom(distribution: CfnDistribution): void {
    const nothing = Fn.ref('AWS::NoValue');
    distribution.addPropertyOverride(
      'DistributionConfig.Aliases',
      this.ifGiven([this.domain], nothing),
    );
    distribution.addPropertyOverride(
      'DistributionConfig.ViewerCertificate',
      this.ifGiven(
        {
          AcmCertificateArn: this.certificate,
          SslSupportMethod: 'sni-only',
          MinimumProtocolVersion: 'TLSv1.2_2021',
        },
        nothing,
      ),
    );
  }

  private ifGiven(value: unknown, otherwise: unknown) {
    return Fn.conditionIf(this.given.logicalId, value, otherwise);
  }
}
