-- Written by `npm run docs`. Put the name of your bucket of files in place of FILES_BUCKET,
-- and run one statement at a time (docs/operations.md, "Scans in Athena").

create external table if not exists `aws_accessanalyzer_analyzer` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `created_at` string,
  `last_resource_analyzed` string,
  `last_resource_analyzed_at` string,
  `name` string,
  `partition` string,
  `region` string,
  `status` string,
  `status_reason` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_accessanalyzer_analyzer/${day}/'
);

create external table if not exists `aws_account` (
  `account_aliases` string,
  `account_id` string,
  `akas` string,
  `arn` string,
  `organization_arn` string,
  `organization_available_policy_types` string,
  `organization_feature_set` string,
  `organization_id` string,
  `organization_master_account_arn` string,
  `organization_master_account_email` string,
  `organization_master_account_id` string,
  `partition` string,
  `region` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_account/${day}/'
);

create external table if not exists `aws_account_alternate_contact` (
  `account_id` string,
  `contact_title` string,
  `contact_type` string,
  `email_address` string,
  `linked_account_id` string,
  `name` string,
  `partition` string,
  `phone_number` string,
  `region` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_account_alternate_contact/${day}/'
);

create external table if not exists `aws_acm_certificate` (
  `account_id` string,
  `akas` string,
  `certificate` string,
  `certificate_arn` string,
  `certificate_chain` string,
  `certificate_transparency_logging_preference` string,
  `created_at` string,
  `domain_name` string,
  `domain_validation_options` string,
  `export` string,
  `extended_key_usages` string,
  `failure_reason` string,
  `imported_at` string,
  `in_use_by` string,
  `issued_at` string,
  `issuer` string,
  `key_algorithm` string,
  `not_after` string,
  `not_before` string,
  `partition` string,
  `region` string,
  `renewal_eligibility` string,
  `revocation_reason` string,
  `revoked_at` string,
  `serial` string,
  `signature_algorithm` string,
  `status` string,
  `subject` string,
  `subject_alternative_names` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_acm_certificate/${day}/'
);

create external table if not exists `aws_api_gateway_stage` (
  `access_log_settings` string,
  `account_id` string,
  `akas` string,
  `arn` string,
  `cache_cluster_enabled` boolean,
  `cache_cluster_size` string,
  `cache_cluster_status` string,
  `canary_settings` string,
  `client_certificate_id` string,
  `created_date` string,
  `deployment_id` string,
  `description` string,
  `documentation_version` string,
  `last_updated_date` string,
  `method_settings` string,
  `name` string,
  `partition` string,
  `region` string,
  `rest_api_id` string,
  `tags` string,
  `title` string,
  `tracing_enabled` boolean,
  `variables` string,
  `web_acl_arn` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_api_gateway_stage/${day}/'
);

create external table if not exists `aws_backup_protected_resource` (
  `account_id` string,
  `akas` string,
  `last_backup_time` string,
  `last_backup_vault_arn` string,
  `last_recovery_point_arn` string,
  `latest_restore_execution_time_minutes` bigint,
  `latest_restore_job_creation_date` string,
  `latest_restore_recovery_point_creation_date` string,
  `partition` string,
  `region` string,
  `resource_arn` string,
  `resource_name` string,
  `resource_type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_backup_protected_resource/${day}/'
);

create external table if not exists `aws_cloudtrail_trail` (
  `account_id` string,
  `advanced_event_selectors` string,
  `akas` string,
  `arn` string,
  `cloudwatch_logs_role_arn` string,
  `event_selectors` string,
  `has_custom_event_selectors` boolean,
  `has_insight_selectors` boolean,
  `home_region` string,
  `include_global_service_events` boolean,
  `insight_selectors` string,
  `is_logging` boolean,
  `is_multi_region_trail` boolean,
  `is_organization_trail` boolean,
  `kms_key_id` string,
  `latest_cloudwatch_logs_delivery_error` string,
  `latest_cloudwatch_logs_delivery_time` string,
  `latest_delivery_error` string,
  `latest_delivery_time` string,
  `latest_digest_delivery_error` string,
  `latest_digest_delivery_time` string,
  `latest_notification_error` string,
  `latest_notification_time` string,
  `log_file_validation_enabled` boolean,
  `log_group_arn` string,
  `name` string,
  `partition` string,
  `region` string,
  `s3_bucket_name` string,
  `s3_key_prefix` string,
  `sns_topic_arn` string,
  `start_logging_time` string,
  `stop_logging_time` string,
  `tags` string,
  `tags_src` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_cloudtrail_trail/${day}/'
);

create external table if not exists `aws_cloudwatch_alarm` (
  `account_id` string,
  `actions_enabled` boolean,
  `akas` string,
  `alarm_actions` string,
  `alarm_configuration_updated_timestamp` string,
  `alarm_description` string,
  `arn` string,
  `comparison_operator` string,
  `datapoints_to_alarm` bigint,
  `dimensions` string,
  `evaluate_low_sample_count_percentile` string,
  `evaluation_periods` bigint,
  `evaluation_state` string,
  `extended_statistic` string,
  `insufficient_data_actions` string,
  `metric_name` string,
  `metrics` string,
  `name` string,
  `namespace` string,
  `ok_actions` string,
  `partition` string,
  `period` bigint,
  `region` string,
  `state_reason` string,
  `state_reason_data` string,
  `state_transitioned_timestamp` string,
  `state_updated_timestamp` string,
  `state_value` string,
  `statistic` string,
  `tags` string,
  `tags_src` string,
  `threshold` double,
  `threshold_metric_id` string,
  `title` string,
  `treat_missing_data` string,
  `unit` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_cloudwatch_alarm/${day}/'
);

create external table if not exists `aws_cloudwatch_log_group` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `creation_time` string,
  `data_protection` string,
  `data_protection_policy` string,
  `data_protection_status` string,
  `inherited_properties` string,
  `kms_key_id` string,
  `log_group_arn` string,
  `log_group_class` string,
  `metric_filter_count` bigint,
  `name` string,
  `partition` string,
  `region` string,
  `retention_in_days` bigint,
  `stored_bytes` bigint,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_cloudwatch_log_group/${day}/'
);

create external table if not exists `aws_cloudwatch_log_metric_filter` (
  `account_id` string,
  `akas` string,
  `creation_time` string,
  `filter_pattern` string,
  `log_group_name` string,
  `metric_transformation_name` string,
  `metric_transformation_namespace` string,
  `metric_transformation_value` string,
  `name` string,
  `partition` string,
  `region` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_cloudwatch_log_metric_filter/${day}/'
);

create external table if not exists `aws_config_configuration_recorder` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `name` string,
  `partition` string,
  `recording_group` string,
  `recording_mode` string,
  `region` string,
  `role_arn` string,
  `status` string,
  `status_recording` boolean,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_config_configuration_recorder/${day}/'
);

create external table if not exists `aws_dynamodb_table` (
  `account_id` string,
  `akas` string,
  `archival_summary` string,
  `arn` string,
  `attribute_definitions` string,
  `billing_mode` string,
  `continuous_backups_status` string,
  `creation_date_time` string,
  `deletion_protection_enabled` boolean,
  `global_table_version` string,
  `item_count` bigint,
  `key_schema` string,
  `latest_stream_arn` string,
  `latest_stream_label` string,
  `name` string,
  `partition` string,
  `point_in_time_recovery_description` string,
  `read_capacity` bigint,
  `region` string,
  `replicas` string,
  `restore_summary` string,
  `sse_description` string,
  `stream_specification` string,
  `streaming_destination` string,
  `table_class` string,
  `table_id` string,
  `table_size_bytes` bigint,
  `table_status` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `write_capacity` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_dynamodb_table/${day}/'
);

create external table if not exists `aws_ebs_snapshot` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `create_volume_permissions` string,
  `data_encryption_key_id` string,
  `description` string,
  `encrypted` boolean,
  `full_snapshot_size_in_bytes` bigint,
  `kms_key_id` string,
  `outpost_arn` string,
  `owner_alias` string,
  `owner_id` string,
  `partition` string,
  `progress` string,
  `region` string,
  `restore_expiry_time` string,
  `snapshot_id` string,
  `start_time` string,
  `state` string,
  `state_message` string,
  `storage_tier` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `volume_id` string,
  `volume_size` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_ebs_snapshot/${day}/'
);

create external table if not exists `aws_ec2_application_load_balancer` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `availability_zones` string,
  `canonical_hosted_zone_id` string,
  `created_time` string,
  `customer_owned_ipv4_pool` string,
  `dns_name` string,
  `ip_address_type` string,
  `load_balancer_attributes` string,
  `name` string,
  `partition` string,
  `region` string,
  `scheme` string,
  `security_groups` string,
  `state_code` string,
  `state_reason` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `type` string,
  `vpc_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_ec2_application_load_balancer/${day}/'
);

create external table if not exists `aws_ec2_instance` (
  `account_id` string,
  `akas` string,
  `ami_launch_index` bigint,
  `architecture` string,
  `arn` string,
  `block_device_mappings` string,
  `boot_mode` string,
  `capacity_reservation_id` string,
  `capacity_reservation_specification` string,
  `client_token` string,
  `cpu_options_core_count` bigint,
  `cpu_options_threads_per_core` bigint,
  `current_instance_boot_mode` string,
  `disable_api_termination` boolean,
  `ebs_optimized` boolean,
  `elastic_gpu_associations` string,
  `elastic_inference_accelerator_associations` string,
  `ena_support` boolean,
  `enclave_options` string,
  `hibernation_options` string,
  `hypervisor` string,
  `iam_instance_profile_arn` string,
  `iam_instance_profile_id` string,
  `image_id` string,
  `instance_id` string,
  `instance_initiated_shutdown_behavior` string,
  `instance_lifecycle` string,
  `instance_state` string,
  `instance_status` string,
  `instance_type` string,
  `ipv6_address` string,
  `kernel_id` string,
  `key_name` string,
  `launch_template_data` string,
  `launch_time` string,
  `licenses` string,
  `maintenance_options` string,
  `metadata_options` string,
  `monitoring_state` string,
  `network_interfaces` string,
  `outpost_arn` string,
  `partition` string,
  `placement_affinity` string,
  `placement_availability_zone` string,
  `placement_group_id` string,
  `placement_group_name` string,
  `placement_host_id` string,
  `placement_host_resource_group_arn` string,
  `placement_partition_number` bigint,
  `placement_tenancy` string,
  `platform` string,
  `platform_details` string,
  `private_dns_name` string,
  `private_dns_name_options` string,
  `private_ip_address` string,
  `product_codes` string,
  `public_dns_name` string,
  `public_ip_address` string,
  `ram_disk_id` string,
  `region` string,
  `root_device_name` string,
  `root_device_type` string,
  `security_groups` string,
  `source_dest_check` boolean,
  `spot_instance_request_id` string,
  `sriov_net_support` string,
  `state_code` bigint,
  `state_reason` string,
  `state_transition_reason` string,
  `state_transition_time` string,
  `subnet_id` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `tpm_support` string,
  `usage_operation` string,
  `usage_operation_update_time` string,
  `user_data` string,
  `virtualization_type` string,
  `vpc_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_ec2_instance/${day}/'
);

create external table if not exists `aws_ec2_load_balancer_listener` (
  `account_id` string,
  `akas` string,
  `alpn_policy` string,
  `arn` string,
  `certificates` string,
  `default_actions` string,
  `load_balancer_arn` string,
  `mutual_authentication` string,
  `partition` string,
  `port` bigint,
  `protocol` string,
  `region` string,
  `ssl_policy` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_ec2_load_balancer_listener/${day}/'
);

create external table if not exists `aws_ec2_regional_settings` (
  `account_id` string,
  `default_ebs_encryption_enabled` boolean,
  `default_ebs_encryption_key` string,
  `partition` string,
  `region` string,
  `snapshot_block_public_access_state` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_ec2_regional_settings/${day}/'
);

create external table if not exists `aws_efs_file_system` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `automatic_backups` string,
  `availability_zone_id` string,
  `availability_zone_name` string,
  `creation_time` string,
  `creation_token` string,
  `encrypted` boolean,
  `file_system_id` string,
  `kms_key_id` string,
  `life_cycle_state` string,
  `name` string,
  `number_of_mount_targets` bigint,
  `owner_id` string,
  `partition` string,
  `performance_mode` string,
  `policy` string,
  `policy_std` string,
  `provisioned_throughput_in_mibps` double,
  `region` string,
  `replication_overwrite_protection` string,
  `size_in_bytes` string,
  `tags` string,
  `tags_src` string,
  `throughput_mode` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_efs_file_system/${day}/'
);

create external table if not exists `aws_elasticache_replication_group` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `at_rest_encryption_enabled` boolean,
  `auth_token_enabled` boolean,
  `auth_token_last_modified_date` string,
  `auto_minor_version_upgrade` boolean,
  `automatic_failover` string,
  `cache_node_type` string,
  `cluster_enabled` boolean,
  `cluster_mode` string,
  `configuration_endpoint` string,
  `data_tiering` string,
  `description` string,
  `global_replication_group_info` string,
  `ip_discovery` string,
  `kms_key_id` string,
  `log_delivery_configurations` string,
  `member_clusters` string,
  `member_clusters_outpost_arns` string,
  `multi_az` string,
  `network_type` string,
  `node_groups` string,
  `partition` string,
  `pending_modified_values` string,
  `region` string,
  `replication_group_create_time` string,
  `replication_group_id` string,
  `snapshot_retention_limit` bigint,
  `snapshot_window` string,
  `snapshotting_cluster_id` string,
  `status` string,
  `title` string,
  `transit_encryption_enabled` boolean,
  `transit_encryption_mode` string,
  `user_group_ids` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_elasticache_replication_group/${day}/'
);

create external table if not exists `aws_guardduty_detector` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `created_at` string,
  `data_sources` string,
  `detector_id` string,
  `features` string,
  `finding_publishing_frequency` string,
  `master_account` string,
  `partition` string,
  `region` string,
  `service_role` string,
  `status` string,
  `tags` string,
  `title` string,
  `updated_at` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_guardduty_detector/${day}/'
);

create external table if not exists `aws_iam_access_key` (
  `access_key_id` string,
  `access_key_last_used_date` string,
  `access_key_last_used_region` string,
  `access_key_last_used_service` string,
  `account_id` string,
  `akas` string,
  `create_date` string,
  `partition` string,
  `region` string,
  `status` string,
  `title` string,
  `user_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_access_key/${day}/'
);

create external table if not exists `aws_iam_account_password_policy` (
  `account_id` string,
  `allow_users_to_change_password` boolean,
  `expire_passwords` boolean,
  `hard_expiry` boolean,
  `max_password_age` bigint,
  `minimum_password_length` bigint,
  `partition` string,
  `password_reuse_prevention` bigint,
  `region` string,
  `require_lowercase_characters` boolean,
  `require_numbers` boolean,
  `require_symbols` boolean,
  `require_uppercase_characters` boolean
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_account_password_policy/${day}/'
);

create external table if not exists `aws_iam_account_summary` (
  `access_keys_per_user_quota` bigint,
  `account_access_keys_present` bigint,
  `account_id` string,
  `account_mfa_enabled` boolean,
  `account_password_present` boolean,
  `account_signing_certificates_present` bigint,
  `assume_role_policy_size_quota` bigint,
  `attached_policies_per_group_quota` bigint,
  `attached_policies_per_role_quota` bigint,
  `attached_policies_per_user_quota` bigint,
  `global_endpoint_token_version` bigint,
  `group_policy_size_quota` bigint,
  `groups` bigint,
  `groups_per_user_quota` bigint,
  `groups_quota` bigint,
  `instance_profiles` bigint,
  `instance_profiles_quota` bigint,
  `mfa_devices` bigint,
  `mfa_devices_in_use` bigint,
  `partition` string,
  `policies` bigint,
  `policies_quota` bigint,
  `policy_size_quota` bigint,
  `policy_versions_in_use` bigint,
  `policy_versions_in_use_quota` bigint,
  `providers` bigint,
  `region` string,
  `role_policy_size_quota` bigint,
  `roles` bigint,
  `roles_quota` bigint,
  `server_certificates` bigint,
  `server_certificates_quota` bigint,
  `signing_certificates_per_user_quota` bigint,
  `user_policy_size_quota` bigint,
  `users` bigint,
  `users_quota` bigint,
  `versions_per_policy_quota` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_account_summary/${day}/'
);

create external table if not exists `aws_iam_credential_report` (
  `access_key_1_active` boolean,
  `access_key_1_last_rotated` string,
  `access_key_1_last_used_date` string,
  `access_key_1_last_used_region` string,
  `access_key_1_last_used_service` string,
  `access_key_2_active` boolean,
  `access_key_2_last_rotated` string,
  `access_key_2_last_used_date` string,
  `access_key_2_last_used_region` string,
  `access_key_2_last_used_service` string,
  `account_id` string,
  `cert_1_active` boolean,
  `cert_1_last_rotated` string,
  `cert_2_active` boolean,
  `cert_2_last_rotated` string,
  `generated_time` string,
  `mfa_active` boolean,
  `partition` string,
  `password_enabled` boolean,
  `password_last_changed` string,
  `password_last_used` string,
  `password_next_rotation` string,
  `password_status` string,
  `region` string,
  `user_arn` string,
  `user_creation_time` string,
  `user_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_credential_report/${day}/'
);

create external table if not exists `aws_iam_group` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `attached_policy_arns` string,
  `create_date` string,
  `group_id` string,
  `inline_policies` string,
  `inline_policies_std` string,
  `name` string,
  `partition` string,
  `path` string,
  `region` string,
  `title` string,
  `users` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_group/${day}/'
);

create external table if not exists `aws_iam_policy` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `attachment_count` bigint,
  `create_date` string,
  `default_version_id` string,
  `description` string,
  `is_attachable` boolean,
  `is_attached` boolean,
  `is_aws_managed` boolean,
  `name` string,
  `partition` string,
  `path` string,
  `permissions_boundary_usage_count` bigint,
  `policy` string,
  `policy_id` string,
  `policy_std` string,
  `region` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `update_date` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_policy/${day}/'
);

create external table if not exists `aws_iam_role` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `assume_role_policy` string,
  `assume_role_policy_document` string,
  `assume_role_policy_std` string,
  `attached_policy_arns` string,
  `create_date` string,
  `description` string,
  `inline_policies` string,
  `inline_policies_std` string,
  `instance_profile_arns` string,
  `max_session_duration` bigint,
  `name` string,
  `partition` string,
  `path` string,
  `permissions_boundary_arn` string,
  `permissions_boundary_type` string,
  `region` string,
  `role_id` string,
  `role_last_used_date` string,
  `role_last_used_region` string,
  `tags` string,
  `tags_src` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_role/${day}/'
);

create external table if not exists `aws_iam_server_certificate` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `certificate_body` string,
  `certificate_chain` string,
  `expiration` string,
  `name` string,
  `partition` string,
  `path` string,
  `region` string,
  `server_certificate_id` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `upload_date` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_server_certificate/${day}/'
);

create external table if not exists `aws_iam_user` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `attached_policy_arns` string,
  `create_date` string,
  `groups` string,
  `inline_policies` string,
  `inline_policies_std` string,
  `login_profile` string,
  `mfa_devices` string,
  `mfa_enabled` boolean,
  `name` string,
  `partition` string,
  `password_last_used` string,
  `path` string,
  `permissions_boundary_arn` string,
  `permissions_boundary_type` string,
  `region` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `user_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_user/${day}/'
);

create external table if not exists `aws_iam_virtual_mfa_device` (
  `account_id` string,
  `akas` string,
  `assignment_status` string,
  `enable_date` string,
  `partition` string,
  `region` string,
  `serial_number` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `user` string,
  `user_id` string,
  `user_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_iam_virtual_mfa_device/${day}/'
);

create external table if not exists `aws_kms_key` (
  `account_id` string,
  `akas` string,
  `aliases` string,
  `arn` string,
  `aws_account_id` string,
  `creation_date` string,
  `customer_master_key_spec` string,
  `deletion_date` string,
  `description` string,
  `enabled` boolean,
  `id` string,
  `key_manager` string,
  `key_rotation_enabled` boolean,
  `key_state` string,
  `key_usage` string,
  `multi_region` boolean,
  `multi_region_configuration` string,
  `origin` string,
  `partition` string,
  `policy` string,
  `policy_std` string,
  `region` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `valid_to` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_kms_key/${day}/'
);

create external table if not exists `aws_lambda_function` (
  `account_id` string,
  `akas` string,
  `architectures` string,
  `arn` string,
  `code` string,
  `code_sha_256` string,
  `code_size` bigint,
  `dead_letter_config_target_arn` string,
  `description` string,
  `environment_variables` string,
  `ephemeral_storage` string,
  `file_system_configs` string,
  `handler` string,
  `kms_key_arn` string,
  `last_modified` string,
  `last_update_status` string,
  `last_update_status_reason` string,
  `last_update_status_reason_code` string,
  `layers` string,
  `logging_config` string,
  `master_arn` string,
  `memory_size` bigint,
  `name` string,
  `package_type` string,
  `partition` string,
  `policy` string,
  `policy_std` string,
  `region` string,
  `reserved_concurrent_executions` bigint,
  `revision_id` string,
  `role` string,
  `runtime` string,
  `snap_start` string,
  `state` string,
  `state_reason` string,
  `state_reason_code` string,
  `tags` string,
  `timeout` string,
  `title` string,
  `tracing_config` string,
  `url_config` string,
  `version` string,
  `vpc_id` string,
  `vpc_security_group_ids` string,
  `vpc_subnet_ids` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_lambda_function/${day}/'
);

create external table if not exists `aws_macie2_classification_job` (
  `account_id` string,
  `akas` string,
  `allow_list_ids` string,
  `arn` string,
  `bucket_definitions` string,
  `client_token` string,
  `created_at` string,
  `custom_data_identifier_ids` string,
  `description` string,
  `initial_run` boolean,
  `job_id` string,
  `job_status` string,
  `job_type` string,
  `last_run_error_status` string,
  `last_run_time` string,
  `managed_data_identifier_ids` string,
  `managed_data_identifier_selector` string,
  `name` string,
  `partition` string,
  `region` string,
  `s3_job_definition` string,
  `sampling_percentage` bigint,
  `schedule_frequency` string,
  `statistics` string,
  `tags` string,
  `title` string,
  `user_paused_details` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_macie2_classification_job/${day}/'
);

create external table if not exists `aws_rds_db_cluster` (
  `account_id` string,
  `activity_stream_kinesis_stream_name` string,
  `activity_stream_kms_key_id` string,
  `activity_stream_mode` string,
  `activity_stream_status` string,
  `akas` string,
  `allocated_storage` bigint,
  `arn` string,
  `associated_roles` string,
  `auto_minor_version_upgrade` boolean,
  `automatic_restart_time` string,
  `availability_zones` string,
  `aws_backup_recovery_point_arn` string,
  `backtrack_consumed_change_records` bigint,
  `backtrack_window` bigint,
  `backup_retention_period` bigint,
  `capacity` bigint,
  `certificate_details` string,
  `character_set_name` string,
  `clone_group_id` string,
  `copy_tags_to_snapshot` boolean,
  `create_time` string,
  `cross_account_clone` boolean,
  `custom_endpoints` string,
  `database_name` string,
  `db_cluster_identifier` string,
  `db_cluster_instance_class` string,
  `db_cluster_parameter_group` string,
  `db_subnet_group` string,
  `deletion_protection` boolean,
  `domain_memberships` string,
  `earliest_backtrack_time` string,
  `earliest_restorable_time` string,
  `enabled_cloudwatch_logs_exports` string,
  `endpoint` string,
  `engine` string,
  `engine_mode` string,
  `engine_version` string,
  `global_write_forwarding_requested` boolean,
  `global_write_forwarding_status` string,
  `hosted_zone_id` string,
  `http_endpoint_enabled` boolean,
  `iam_database_authentication_enabled` boolean,
  `io_optimized_next_allowed_modification_time` string,
  `kms_key_id` string,
  `latest_restorable_time` string,
  `limitless_database` string,
  `local_write_forwarding_status` string,
  `master_user_name` string,
  `master_user_secret` string,
  `members` string,
  `monitoring_interval` bigint,
  `monitoring_role_arn` string,
  `multi_az` boolean,
  `network_type` string,
  `option_group_memberships` string,
  `partition` string,
  `pending_maintenance_actions` string,
  `pending_modified_values` string,
  `percent_progress` string,
  `performance_insights_enabled` boolean,
  `performance_insights_kms_key_id` string,
  `performance_insights_retention_period` bigint,
  `port` bigint,
  `preferred_backup_window` string,
  `preferred_maintenance_window` string,
  `publicly_accessible` boolean,
  `read_replica_identifiers` string,
  `reader_endpoint` string,
  `region` string,
  `resource_id` string,
  `scaling_configuration_info` string,
  `serverless_v2_scaling_configuration` string,
  `status` string,
  `storage_encrypted` boolean,
  `storage_throughput` bigint,
  `storage_type` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `vpc_security_groups` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_rds_db_cluster/${day}/'
);

create external table if not exists `aws_rds_db_instance` (
  `account_id` string,
  `akas` string,
  `allocated_storage` bigint,
  `arn` string,
  `associated_roles` string,
  `auto_minor_version_upgrade` boolean,
  `availability_zone` string,
  `backup_retention_period` bigint,
  `ca_certificate_identifier` string,
  `certificate` string,
  `character_set_name` string,
  `class` string,
  `copy_tags_to_snapshot` boolean,
  `create_time` string,
  `customer_owned_ip_enabled` boolean,
  `db_cluster_identifier` string,
  `db_instance_identifier` string,
  `db_name` string,
  `db_parameter_groups` string,
  `db_security_groups` string,
  `db_subnet_group_arn` string,
  `db_subnet_group_description` string,
  `db_subnet_group_name` string,
  `db_subnet_group_status` string,
  `deletion_protection` boolean,
  `domain_memberships` string,
  `enabled_cloudwatch_logs_exports` string,
  `endpoint_address` string,
  `endpoint_hosted_zone_id` string,
  `endpoint_port` bigint,
  `engine` string,
  `engine_version` string,
  `enhanced_monitoring_resource_arn` string,
  `iam_database_authentication_enabled` boolean,
  `iops` bigint,
  `kms_key_id` string,
  `latest_restorable_time` string,
  `license_model` string,
  `master_user_name` string,
  `max_allocated_storage` bigint,
  `monitoring_interval` bigint,
  `monitoring_role_arn` string,
  `multi_az` boolean,
  `nchar_character_set_name` string,
  `option_group_memberships` string,
  `partition` string,
  `pending_maintenance_actions` string,
  `pending_modified_values` string,
  `performance_insights_enabled` boolean,
  `performance_insights_kms_key_id` string,
  `performance_insights_retention_period` bigint,
  `port` bigint,
  `preferred_backup_window` string,
  `preferred_maintenance_window` string,
  `processor_features` string,
  `promotion_tier` bigint,
  `publicly_accessible` boolean,
  `read_replica_db_cluster_identifiers` string,
  `read_replica_db_instance_identifiers` string,
  `read_replica_source_db_instance_identifier` string,
  `region` string,
  `replica_mode` string,
  `resource_id` string,
  `secondary_availability_zone` string,
  `status` string,
  `status_infos` string,
  `storage_encrypted` boolean,
  `storage_throughput` bigint,
  `storage_type` string,
  `subnets` string,
  `tags` string,
  `tags_src` string,
  `tde_credential_arn` string,
  `timezone` string,
  `title` string,
  `vpc_id` string,
  `vpc_security_groups` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_rds_db_instance/${day}/'
);

create external table if not exists `aws_redshift_cluster` (
  `account_id` string,
  `akas` string,
  `allow_version_upgrade` boolean,
  `aqua_configuration` string,
  `arn` string,
  `automated_snapshot_retention_period` bigint,
  `availability_zone` string,
  `availability_zone_relocation_status` string,
  `cluster_availability_status` string,
  `cluster_create_time` string,
  `cluster_identifier` string,
  `cluster_namespace_arn` string,
  `cluster_nodes` string,
  `cluster_parameter_groups` string,
  `cluster_public_key` string,
  `cluster_revision_number` string,
  `cluster_security_groups` string,
  `cluster_snapshot_copy_status` string,
  `cluster_status` string,
  `cluster_subnet_group_name` string,
  `cluster_version` string,
  `custom_domain_certificate_arn` string,
  `custom_domain_certificate_expiry_date` string,
  `custom_domain_name` string,
  `data_transfer_progress` string,
  `db_name` string,
  `default_iam_role_arn` string,
  `deferred_maintenance_windows` string,
  `elastic_ip_status` string,
  `elastic_resize_number_of_node_options` string,
  `encrypted` boolean,
  `endpoint` string,
  `enhanced_vpc_routing` boolean,
  `expected_next_snapshot_schedule_time` string,
  `expected_next_snapshot_schedule_time_status` string,
  `hsm_status` string,
  `iam_roles` string,
  `kms_key_id` string,
  `logging_status` string,
  `maintenance_track_name` string,
  `manual_snapshot_retention_period` bigint,
  `master_password_secret_arn` string,
  `master_password_secret_kms_key_id` string,
  `master_username` string,
  `modify_status` string,
  `multi_az` boolean,
  `next_maintenance_window_start_time` string,
  `node_type` string,
  `number_of_nodes` bigint,
  `partition` string,
  `pending_actions` string,
  `pending_modified_values` string,
  `preferred_maintenance_window` string,
  `publicly_accessible` boolean,
  `region` string,
  `reserved_node_exchange_status` string,
  `resize_info` string,
  `restore_status` string,
  `scheduled_actions` string,
  `snapshot_schedule_identifier` string,
  `snapshot_schedule_state` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `total_storage_capacity_in_mega_bytes` bigint,
  `vpc_id` string,
  `vpc_security_groups` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_redshift_cluster/${day}/'
);

create external table if not exists `aws_region` (
  `account_id` string,
  `akas` string,
  `name` string,
  `opt_in_status` string,
  `partition` string,
  `region` string,
  `steampipe_available` boolean,
  `steampipe_default` boolean,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_region/${day}/'
);

create external table if not exists `aws_s3_account_settings` (
  `account_id` string,
  `akas` string,
  `block_public_acls` boolean,
  `block_public_policy` boolean,
  `ignore_public_acls` boolean,
  `partition` string,
  `region` string,
  `restrict_public_buckets` boolean,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_s3_account_settings/${day}/'
);

create external table if not exists `aws_s3_bucket` (
  `account_id` string,
  `acl` string,
  `akas` string,
  `arn` string,
  `block_public_acls` boolean,
  `block_public_policy` boolean,
  `bucket_policy_is_public` boolean,
  `creation_date` string,
  `event_notification_configuration` string,
  `ignore_public_acls` boolean,
  `lifecycle_rules` string,
  `logging` string,
  `name` string,
  `object_lock_configuration` string,
  `object_ownership_controls` string,
  `partition` string,
  `policy` string,
  `policy_std` string,
  `region` string,
  `replication` string,
  `restrict_public_buckets` boolean,
  `server_side_encryption_configuration` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `versioning_enabled` boolean,
  `versioning_mfa_delete` boolean,
  `website_configuration` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_s3_bucket/${day}/'
);

create external table if not exists `aws_sagemaker_notebook_instance` (
  `accelerator_types` string,
  `account_id` string,
  `additional_code_repositories` string,
  `akas` string,
  `arn` string,
  `creation_time` string,
  `default_code_repository` string,
  `direct_internet_access` string,
  `failure_reason` string,
  `instance_type` string,
  `kms_key_id` string,
  `last_modified_time` string,
  `name` string,
  `network_interface_id` string,
  `notebook_instance_lifecycle_config_name` string,
  `notebook_instance_status` string,
  `partition` string,
  `platform_identifier` string,
  `region` string,
  `role_arn` string,
  `root_access` string,
  `security_groups` string,
  `subnet_id` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `url` string,
  `volume_size_in_gb` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_sagemaker_notebook_instance/${day}/'
);

create external table if not exists `aws_secretsmanager_secret` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `created_date` string,
  `deleted_date` string,
  `description` string,
  `kms_key_id` string,
  `last_accessed_date` string,
  `last_changed_date` string,
  `last_rotated_date` string,
  `name` string,
  `owning_service` string,
  `partition` string,
  `policy` string,
  `policy_std` string,
  `primary_region` string,
  `region` string,
  `replication_status` string,
  `rotation_enabled` boolean,
  `rotation_lambda_arn` string,
  `rotation_rules` string,
  `secret_versions_to_stages` string,
  `tags` string,
  `tags_src` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_secretsmanager_secret/${day}/'
);

create external table if not exists `aws_securityhub_hub` (
  `account_id` string,
  `administrator_account` string,
  `akas` string,
  `auto_enable_controls` boolean,
  `hub_arn` string,
  `partition` string,
  `region` string,
  `subscribed_at` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_securityhub_hub/${day}/'
);

create external table if not exists `aws_sns_topic` (
  `account_id` string,
  `akas` string,
  `application_failure_feedback_role_arn` string,
  `application_success_feedback_role_arn` string,
  `application_success_feedback_sample_rate` string,
  `delivery_policy` string,
  `display_name` string,
  `effective_delivery_policy` string,
  `firehose_failure_feedback_role_arn` string,
  `firehose_success_feedback_role_arn` string,
  `firehose_success_feedback_sample_rate` string,
  `http_failure_feedback_role_arn` string,
  `http_success_feedback_role_arn` string,
  `http_success_feedback_sample_rate` string,
  `kms_master_key_id` string,
  `lambda_failure_feedback_role_arn` string,
  `lambda_success_feedback_role_arn` string,
  `lambda_success_feedback_sample_rate` string,
  `owner` string,
  `partition` string,
  `policy` string,
  `policy_std` string,
  `region` string,
  `sqs_failure_feedback_role_arn` string,
  `sqs_success_feedback_role_arn` string,
  `sqs_success_feedback_sample_rate` string,
  `subscriptions_confirmed` bigint,
  `subscriptions_deleted` bigint,
  `subscriptions_pending` bigint,
  `tags` string,
  `tags_src` string,
  `title` string,
  `topic_arn` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_sns_topic/${day}/'
);

create external table if not exists `aws_sns_topic_subscription` (
  `account_id` string,
  `akas` string,
  `confirmation_was_authenticated` boolean,
  `delivery_policy` string,
  `effective_delivery_policy` string,
  `endpoint` string,
  `filter_policy` string,
  `owner` string,
  `partition` string,
  `pending_confirmation` boolean,
  `protocol` string,
  `raw_message_delivery` boolean,
  `redrive_policy` string,
  `region` string,
  `subscription_arn` string,
  `title` string,
  `topic_arn` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_sns_topic_subscription/${day}/'
);

create external table if not exists `aws_vpc` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `cidr_block` string,
  `cidr_block_association_set` string,
  `dhcp_options_id` string,
  `instance_tenancy` string,
  `ipv6_cidr_block_association_set` string,
  `is_default` boolean,
  `owner_id` string,
  `partition` string,
  `region` string,
  `state` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `vpc_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_vpc/${day}/'
);

create external table if not exists `aws_vpc_flow_log` (
  `account_id` string,
  `akas` string,
  `bucket_name` string,
  `creation_time` string,
  `deliver_logs_error_message` string,
  `deliver_logs_permission_arn` string,
  `deliver_logs_status` string,
  `flow_log_id` string,
  `flow_log_status` string,
  `log_destination` string,
  `log_destination_type` string,
  `log_format` string,
  `log_group_name` string,
  `max_aggregation_interval` bigint,
  `partition` string,
  `region` string,
  `resource_id` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `traffic_type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_vpc_flow_log/${day}/'
);

create external table if not exists `aws_vpc_network_acl` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `associations` string,
  `entries` string,
  `is_default` boolean,
  `network_acl_id` string,
  `owner_id` string,
  `partition` string,
  `region` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `vpc_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_vpc_network_acl/${day}/'
);

create external table if not exists `aws_vpc_security_group` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `description` string,
  `group_id` string,
  `group_name` string,
  `ip_permissions` string,
  `ip_permissions_egress` string,
  `owner_id` string,
  `partition` string,
  `region` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `vpc_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_vpc_security_group/${day}/'
);

create external table if not exists `aws_vpc_security_group_rule` (
  `account_id` string,
  `akas` string,
  `cidr_ipv4` string,
  `cidr_ipv6` string,
  `description` string,
  `from_port` bigint,
  `group_id` string,
  `group_owner_id` string,
  `ip_protocol` string,
  `is_egress` boolean,
  `partition` string,
  `prefix_list_id` string,
  `referenced_group_id` string,
  `referenced_peering_status` string,
  `referenced_user_id` string,
  `referenced_vpc_id` string,
  `referenced_vpc_peering_connection_id` string,
  `region` string,
  `security_group_rule_id` string,
  `title` string,
  `to_port` bigint,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_vpc_security_group_rule/${day}/'
);

create external table if not exists `aws_wafv2_web_acl` (
  `account_id` string,
  `akas` string,
  `arn` string,
  `associated_resources` string,
  `capacity` bigint,
  `custom_response_bodies` string,
  `default_action` string,
  `description` string,
  `id` string,
  `label_namespace` string,
  `lock_token` string,
  `logging_configuration` string,
  `managed_by_firewall_manager` boolean,
  `name` string,
  `partition` string,
  `post_process_firewall_manager_rule_groups` string,
  `pre_process_firewall_manager_rule_groups` string,
  `region` string,
  `retrofitted_by_firewall_manager` boolean,
  `rules` string,
  `scope` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `token_domains` string,
  `visibility_config` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/aws_wafv2_web_acl/${day}/'
);

create external table if not exists `azure_app_service_function_app` (
  `akas` string,
  `auth_settings` string,
  `client_affinity_enabled` boolean,
  `client_cert_enabled` boolean,
  `cloud_environment` string,
  `configuration` string,
  `default_site_hostname` string,
  `enabled` boolean,
  `host_name_disabled` boolean,
  `host_names` string,
  `https_only` boolean,
  `id` string,
  `kind` string,
  `name` string,
  `outbound_ip_addresses` string,
  `possible_outbound_ip_addresses` string,
  `region` string,
  `reserved` boolean,
  `resource_group` string,
  `site_config` string,
  `state` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_app_service_function_app/${day}/'
);

create external table if not exists `azure_app_service_web_app` (
  `akas` string,
  `auth_settings` string,
  `client_affinity_enabled` boolean,
  `client_cert_enabled` boolean,
  `cloud_environment` string,
  `configuration` string,
  `default_site_hostname` string,
  `diagnostic_logs_configuration` string,
  `diagnostic_settings` string,
  `enabled` boolean,
  `host_name_disabled` boolean,
  `host_names` string,
  `https_only` boolean,
  `id` string,
  `identity` string,
  `kind` string,
  `name` string,
  `outbound_ip_addresses` string,
  `possible_outbound_ip_addresses` string,
  `region` string,
  `reserved` boolean,
  `resource_group` string,
  `site_config` string,
  `state` string,
  `storage_info_value` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `vnet_connection` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_app_service_web_app/${day}/'
);

create external table if not exists `azure_application_gateway` (
  `akas` string,
  `authentication_certificates` string,
  `autoscale_configuration` string,
  `backend_address_pools` string,
  `backend_http_settings_collection` string,
  `cloud_environment` string,
  `custom_error_configurations` string,
  `diagnostic_settings` string,
  `enable_fips` boolean,
  `enable_http2` boolean,
  `etag` string,
  `firewall_policy` string,
  `force_firewall_policy_association` boolean,
  `frontend_ip_configurations` string,
  `frontend_ports` string,
  `gateway_ip_configurations` string,
  `http_listeners` string,
  `id` string,
  `identity` string,
  `name` string,
  `operational_state` string,
  `private_endpoint_connections` string,
  `private_link_configurations` string,
  `probes` string,
  `provisioning_state` string,
  `redirect_configurations` string,
  `region` string,
  `request_routing_rules` string,
  `resource_group` string,
  `resource_guid` string,
  `rewrite_rule_sets` string,
  `sku` string,
  `ssl_certificates` string,
  `ssl_policy` string,
  `ssl_profiles` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `trusted_client_certificates` string,
  `trusted_root_certificates` string,
  `type` string,
  `url_path_maps` string,
  `web_application_firewall_configuration` string,
  `zones` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_application_gateway/${day}/'
);

create external table if not exists `azure_application_insight` (
  `akas` string,
  `app_id` string,
  `application_type` string,
  `cloud_environment` string,
  `creation_date` string,
  `disable_ip_masking` boolean,
  `disable_local_auth` boolean,
  `etag` string,
  `flow_type` string,
  `force_customer_storage_for_profiler` boolean,
  `id` string,
  `immediate_purge_data_on_30_days` boolean,
  `ingestion_mode` string,
  `kind` string,
  `name` string,
  `private_link_scoped_resources` string,
  `provisioning_state` string,
  `public_network_access_for_ingestion` string,
  `public_network_access_for_query` string,
  `region` string,
  `request_source` string,
  `resource_group` string,
  `retention_in_days` bigint,
  `sampling_percentage` double,
  `subscription_id` string,
  `tags` string,
  `tenant_id` string,
  `title` string,
  `type` string,
  `workspace_resource_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_application_insight/${day}/'
);

create external table if not exists `azure_bastion_host` (
  `akas` string,
  `cloud_environment` string,
  `dns_name` string,
  `etag` string,
  `id` string,
  `ip_configurations` string,
  `name` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_bastion_host/${day}/'
);

create external table if not exists `azure_compute_virtual_machine` (
  `additional_unattend_content` string,
  `admin_user_name` string,
  `akas` string,
  `allow_extension_operations` boolean,
  `availability_set_id` string,
  `billing_profile_max_price` double,
  `boot_diagnostics_enabled` boolean,
  `boot_diagnostics_storage_uri` string,
  `cloud_environment` string,
  `computer_name` string,
  `data_disks` string,
  `disable_password_authentication` boolean,
  `enable_automatic_updates` boolean,
  `eviction_policy` string,
  `extensions` string,
  `guest_configuration_assignments` string,
  `id` string,
  `identity` string,
  `image_exact_version` string,
  `image_id` string,
  `image_offer` string,
  `image_publisher` string,
  `image_sku` string,
  `image_version` string,
  `linux_configuration_ssh_public_keys` string,
  `managed_disk_id` string,
  `name` string,
  `network_interfaces` string,
  `os_disk_caching` string,
  `os_disk_create_option` string,
  `os_disk_name` string,
  `os_disk_vhd_uri` string,
  `os_name` string,
  `os_type` string,
  `os_version` string,
  `patch_settings` string,
  `power_state` string,
  `priority` string,
  `private_ips` string,
  `provision_vm_agent` boolean,
  `provision_vm_agent_windows` boolean,
  `provisioning_state` string,
  `public_ips` string,
  `region` string,
  `require_guest_provision_signal` boolean,
  `resource_group` string,
  `secrets` string,
  `security_profile` string,
  `size` string,
  `statuses` string,
  `subscription_id` string,
  `tags` string,
  `time_created` string,
  `time_zone` string,
  `title` string,
  `type` string,
  `ultra_ssd_enabled` boolean,
  `virtual_machine_scale_set` string,
  `vm_id` string,
  `win_rm` string,
  `zones` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_compute_virtual_machine/${day}/'
);

create external table if not exists `azure_databricks_workspace` (
  `akas` string,
  `authorizations` string,
  `cloud_environment` string,
  `created_by` string,
  `created_date_time` string,
  `diagnostic_settings` string,
  `encryption` string,
  `id` string,
  `location` string,
  `managed_disk_identity` string,
  `managed_resource_group_id` string,
  `name` string,
  `parameters` string,
  `private_endpoint_connections` string,
  `provisioning_state` string,
  `public_network_access` string,
  `region` string,
  `required_nsg_rules` string,
  `resource_group` string,
  `sku` string,
  `storage_account_identity` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `ui_definition_uri` string,
  `updated_by` string,
  `workspace_id` string,
  `workspace_url` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_databricks_workspace/${day}/'
);

create external table if not exists `azure_diagnostic_setting` (
  `akas` string,
  `cloud_environment` string,
  `event_hub_authorization_rule_id` string,
  `event_hub_name` string,
  `id` string,
  `log_analytics_destination_type` string,
  `logs` string,
  `metrics` string,
  `name` string,
  `region` string,
  `resource_group` string,
  `service_bus_rule_id` string,
  `storage_account_id` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `workspace_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_diagnostic_setting/${day}/'
);

create external table if not exists `azure_key_vault` (
  `access_policies` string,
  `akas` string,
  `cloud_environment` string,
  `create_mode` string,
  `diagnostic_settings` string,
  `enable_rbac_authorization` boolean,
  `enabled_for_deployment` boolean,
  `enabled_for_disk_encryption` boolean,
  `enabled_for_template_deployment` boolean,
  `id` string,
  `name` string,
  `network_acls` string,
  `private_endpoint_connections` string,
  `purge_protection_enabled` boolean,
  `region` string,
  `resource_group` string,
  `sku_family` string,
  `sku_name` string,
  `soft_delete_enabled` boolean,
  `soft_delete_retention_in_days` bigint,
  `subscription_id` string,
  `tags` string,
  `tenant_id` string,
  `title` string,
  `type` string,
  `vault_uri` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_key_vault/${day}/'
);

create external table if not exists `azure_key_vault_certificate` (
  `akas` string,
  `cer` string,
  `cloud_environment` string,
  `content_type` string,
  `created` string,
  `enabled` boolean,
  `expires` string,
  `id` string,
  `issuer_parameters` string,
  `key_id` string,
  `key_properties` string,
  `lifetime_actions` string,
  `name` string,
  `not_before` string,
  `recovery_level` string,
  `region` string,
  `resource_group` string,
  `secret_id` string,
  `secret_properties` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `updated` string,
  `vault_name` string,
  `x509_certificate_properties` string,
  `x509_thumbprint` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_key_vault_certificate/${day}/'
);

create external table if not exists `azure_key_vault_key` (
  `akas` string,
  `cloud_environment` string,
  `created_at` string,
  `curve_name` string,
  `enabled` boolean,
  `expires_at` string,
  `id` string,
  `key_ops` string,
  `key_size` bigint,
  `key_type` string,
  `key_uri` string,
  `key_uri_with_version` string,
  `location` string,
  `name` string,
  `not_before` string,
  `recovery_level` string,
  `region` string,
  `resource_group` string,
  `rotation_policy` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `updated_at` string,
  `vault_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_key_vault_key/${day}/'
);

create external table if not exists `azure_key_vault_secret` (
  `akas` string,
  `cloud_environment` string,
  `content_type` string,
  `created_at` string,
  `enabled` boolean,
  `expires_at` string,
  `id` string,
  `kid` string,
  `managed` boolean,
  `name` string,
  `not_before` string,
  `recoverable_days` bigint,
  `recovery_level` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `updated_at` string,
  `value` string,
  `vault_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_key_vault_secret/${day}/'
);

create external table if not exists `azure_location` (
  `akas` string,
  `cloud_environment` string,
  `display_name` string,
  `id` string,
  `latitude` string,
  `longitude` string,
  `name` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_location/${day}/'
);

create external table if not exists `azure_log_alert` (
  `actions` string,
  `akas` string,
  `cloud_environment` string,
  `condition` string,
  `description` string,
  `enabled` boolean,
  `id` string,
  `location` string,
  `name` string,
  `region` string,
  `resource_group` string,
  `scopes` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_log_alert/${day}/'
);

create external table if not exists `azure_network_security_group` (
  `akas` string,
  `cloud_environment` string,
  `default_security_rules` string,
  `diagnostic_settings` string,
  `etag` string,
  `flow_logs` string,
  `id` string,
  `name` string,
  `network_interfaces` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `resource_guid` string,
  `security_rules` string,
  `subnets` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_network_security_group/${day}/'
);

create external table if not exists `azure_network_watcher` (
  `akas` string,
  `cloud_environment` string,
  `etag` string,
  `id` string,
  `name` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_network_watcher/${day}/'
);

create external table if not exists `azure_network_watcher_flow_log` (
  `akas` string,
  `cloud_environment` string,
  `enabled` boolean,
  `etag` string,
  `file_type` string,
  `id` string,
  `name` string,
  `network_watcher_name` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `retention_policy_days` bigint,
  `retention_policy_enabled` boolean,
  `storage_id` string,
  `subscription_id` string,
  `tags` string,
  `target_resource_guid` string,
  `target_resource_id` string,
  `title` string,
  `traffic_analytics` string,
  `type` string,
  `version` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_network_watcher_flow_log/${day}/'
);

create external table if not exists `azure_redis_cache` (
  `akas` string,
  `cloud_environment` string,
  `enable_non_ssl_port` boolean,
  `host_name` string,
  `id` string,
  `instances` string,
  `linked_servers` string,
  `minimum_tls_version` string,
  `name` string,
  `port` bigint,
  `private_endpoint_connections` string,
  `provisioning_state` string,
  `public_network_access` string,
  `redis_configuration` string,
  `redis_version` string,
  `region` string,
  `replicas_per_master` bigint,
  `resource_group` string,
  `shard_count` bigint,
  `sku_capacity` bigint,
  `sku_family` string,
  `sku_name` string,
  `ssl_port` bigint,
  `static_ip` string,
  `subnet_id` string,
  `subscription_id` string,
  `tags` string,
  `tenant_settings` string,
  `title` string,
  `type` string,
  `zones` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_redis_cache/${day}/'
);

create external table if not exists `azure_role_assignment` (
  `akas` string,
  `cloud_environment` string,
  `created_on` string,
  `id` string,
  `name` string,
  `principal_id` string,
  `principal_type` string,
  `region` string,
  `resource_group` string,
  `role_definition_id` string,
  `scope` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `updated_on` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_role_assignment/${day}/'
);

create external table if not exists `azure_role_definition` (
  `akas` string,
  `assignable_scopes` string,
  `cloud_environment` string,
  `description` string,
  `id` string,
  `name` string,
  `permissions` string,
  `region` string,
  `resource_group` string,
  `role_name` string,
  `role_type` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_role_definition/${day}/'
);

create external table if not exists `azure_security_center_contact` (
  `akas` string,
  `alert_notifications` string,
  `alerts_to_admins` string,
  `cloud_environment` string,
  `email` string,
  `id` string,
  `is_enabled` boolean,
  `name` string,
  `notifications_by_role` string,
  `notifications_sources` string,
  `phone` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_security_center_contact/${day}/'
);

create external table if not exists `azure_security_center_setting` (
  `akas` string,
  `cloud_environment` string,
  `enabled` boolean,
  `id` string,
  `kind` string,
  `name` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_security_center_setting/${day}/'
);

create external table if not exists `azure_security_center_subscription_pricing` (
  `akas` string,
  `cloud_environment` string,
  `free_trial_remaining_time` string,
  `id` string,
  `name` string,
  `pricing_tier` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_security_center_subscription_pricing/${day}/'
);

create external table if not exists `azure_sql_database` (
  `akas` string,
  `audit_policy` string,
  `cloud_environment` string,
  `collation` string,
  `containment_state` bigint,
  `create_mode` string,
  `creation_date` string,
  `current_service_objective_id` string,
  `database_id` string,
  `default_secondary_location` string,
  `earliest_restore_date` string,
  `edition` string,
  `elastic_pool_name` string,
  `failover_group_id` string,
  `id` string,
  `kind` string,
  `location` string,
  `max_size_bytes` string,
  `name` string,
  `read_scale` string,
  `recommended_index` string,
  `recovery_services_recovery_point_resource_id` string,
  `region` string,
  `requested_service_objective_id` string,
  `requested_service_objective_name` string,
  `resource_group` string,
  `restore_point_in_time` string,
  `retention_policy_id` string,
  `retention_policy_name` string,
  `retention_policy_property` string,
  `retention_policy_type` string,
  `sample_name` string,
  `server_name` string,
  `service_level_objective` string,
  `service_tier_advisors` string,
  `source_database_deletion_date` string,
  `source_database_id` string,
  `status` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `transparent_data_encryption` string,
  `type` string,
  `vulnerability_assessment_scan_records` string,
  `vulnerability_assessments` string,
  `zone_redundant` boolean
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_sql_database/${day}/'
);

create external table if not exists `azure_sql_server` (
  `administrator_login` string,
  `akas` string,
  `cloud_environment` string,
  `encryption_protector` string,
  `firewall_rules` string,
  `fully_qualified_domain_name` string,
  `id` string,
  `kind` string,
  `location` string,
  `minimal_tls_version` string,
  `name` string,
  `private_endpoint_connections` string,
  `public_network_access` string,
  `region` string,
  `resource_group` string,
  `server_audit_policy` string,
  `server_azure_ad_administrator` string,
  `server_security_alert_policy` string,
  `server_vulnerability_assessment` string,
  `state` string,
  `subscription_id` string,
  `tags` string,
  `tags_src` string,
  `title` string,
  `type` string,
  `version` string,
  `virtual_network_rules` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_sql_server/${day}/'
);

create external table if not exists `azure_storage_account` (
  `access_tier` string,
  `akas` string,
  `allow_blob_public_access` boolean,
  `allow_cross_tenant_replication` boolean,
  `allow_shared_key_access` boolean,
  `blob_change_feed_enabled` boolean,
  `blob_container_soft_delete_enabled` boolean,
  `blob_container_soft_delete_retention_days` bigint,
  `blob_restore_policy_days` bigint,
  `blob_restore_policy_enabled` boolean,
  `blob_service_logging` string,
  `blob_soft_delete_enabled` boolean,
  `blob_soft_delete_retention_days` bigint,
  `blob_versioning_enabled` boolean,
  `cloud_environment` string,
  `creation_time` string,
  `default_blob_diagnostic_settings` string,
  `default_file_diagnostic_settings` string,
  `default_queue_diagnostic_settings` string,
  `default_table_diagnostic_settings` string,
  `default_to_oauth_authentication` boolean,
  `diagnostic_settings` string,
  `enable_https_traffic_only` boolean,
  `encryption_key_source` string,
  `encryption_key_vault_properties_key_current_version_id` string,
  `encryption_key_vault_properties_key_name` string,
  `encryption_key_vault_properties_key_vault_uri` string,
  `encryption_key_vault_properties_key_version` string,
  `encryption_key_vault_properties_last_rotation_time` string,
  `encryption_scope` string,
  `encryption_services` string,
  `failover_in_progress` boolean,
  `file_services` string,
  `file_soft_delete_enabled` boolean,
  `file_soft_delete_retention_days` bigint,
  `id` string,
  `is_hns_enabled` boolean,
  `is_local_user_enabled` boolean,
  `key_policy` string,
  `kind` string,
  `lifecycle_management_policy` string,
  `minimum_tls_version` string,
  `name` string,
  `network_ip_rules` string,
  `network_rule_bypass` string,
  `network_rule_default_action` string,
  `primary_blob_endpoint` string,
  `primary_dfs_endpoint` string,
  `primary_file_endpoint` string,
  `primary_location` string,
  `primary_queue_endpoint` string,
  `primary_table_endpoint` string,
  `primary_web_endpoint` string,
  `private_endpoint_connections` string,
  `provisioning_state` string,
  `public_network_access` string,
  `queue_logging_delete` boolean,
  `queue_logging_read` boolean,
  `queue_logging_retention_days` bigint,
  `queue_logging_retention_enabled` boolean,
  `queue_logging_version` string,
  `queue_logging_write` boolean,
  `region` string,
  `require_infrastructure_encryption` boolean,
  `resource_group` string,
  `routing_preference_publish_internet_endpoints` boolean,
  `routing_preference_publish_microsoft_endpoints` boolean,
  `routing_preference_routing_choice` string,
  `sas_expiration_action` string,
  `sas_expiration_period` string,
  `secondary_location` string,
  `sku_name` string,
  `sku_tier` string,
  `status_of_primary` string,
  `status_of_secondary` string,
  `subscription_id` string,
  `table_logging_delete` boolean,
  `table_logging_read` boolean,
  `table_logging_retention_policy` string,
  `table_logging_version` string,
  `table_logging_write` boolean,
  `table_properties` string,
  `tags` string,
  `title` string,
  `type` string,
  `virtual_network_rules` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_storage_account/${day}/'
);

create external table if not exists `azure_storage_blob_service` (
  `akas` string,
  `automatic_snapshot_policy_enabled` boolean,
  `change_feed_enabled` boolean,
  `cloud_environment` string,
  `container_delete_retention_policy` string,
  `cors_rules` string,
  `default_service_version` string,
  `delete_retention_policy` string,
  `id` string,
  `is_versioning_enabled` boolean,
  `name` string,
  `region` string,
  `resource_group` string,
  `restore_policy` string,
  `sku_name` string,
  `sku_tier` string,
  `storage_account_name` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_storage_blob_service/${day}/'
);

create external table if not exists `azure_storage_container` (
  `account_name` string,
  `akas` string,
  `cloud_environment` string,
  `default_encryption_scope` string,
  `deleted` boolean,
  `deleted_time` string,
  `deny_encryption_scope_override` boolean,
  `has_immutability_policy` boolean,
  `has_legal_hold` boolean,
  `id` string,
  `immutability_policy` string,
  `last_modified_time` string,
  `lease_duration` string,
  `lease_state` string,
  `lease_status` string,
  `legal_hold` string,
  `metadata` string,
  `name` string,
  `public_access` string,
  `region` string,
  `remaining_retention_days` bigint,
  `resource_group` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `version` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_storage_container/${day}/'
);

create external table if not exists `azure_storage_share_file` (
  `access_tier` string,
  `access_tier_change_time` string,
  `access_tier_status` string,
  `akas` string,
  `cloud_environment` string,
  `deleted` boolean,
  `deleted_time` string,
  `enabled_protocols` string,
  `id` string,
  `last_modified_time` string,
  `metadata` string,
  `name` string,
  `region` string,
  `remaining_retention_days` bigint,
  `resource_group` string,
  `root_squash` string,
  `share_quota` bigint,
  `share_usage_bytes` bigint,
  `storage_account_name` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `version` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_storage_share_file/${day}/'
);

create external table if not exists `azure_subnet` (
  `address_prefix` string,
  `akas` string,
  `cloud_environment` string,
  `delegations` string,
  `etag` string,
  `id` string,
  `ip_configurations` string,
  `name` string,
  `nat_gateway_id` string,
  `network_security_group_id` string,
  `private_endpoint_network_policies` string,
  `private_link_service_network_policies` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `route_table_id` string,
  `service_endpoint_policies` string,
  `service_endpoints` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `virtual_network_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_subnet/${day}/'
);

create external table if not exists `azure_subscription` (
  `akas` string,
  `authorization_source` string,
  `cloud_environment` string,
  `display_name` string,
  `id` string,
  `managed_by_tenants` string,
  `region` string,
  `resource_group` string,
  `state` string,
  `subscription_id` string,
  `subscription_policies` string,
  `tags` string,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_subscription/${day}/'
);

create external table if not exists `azure_tenant` (
  `akas` string,
  `cloud_environment` string,
  `country` string,
  `country_code` string,
  `display_name` string,
  `domains` string,
  `id` string,
  `name` string,
  `region` string,
  `resource_group` string,
  `subscription_id` string,
  `subscription_policy` string,
  `tags` string,
  `tenant_category` string,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_tenant/${day}/'
);

create external table if not exists `azure_virtual_network` (
  `address_prefixes` string,
  `akas` string,
  `cloud_environment` string,
  `dhcp_options` string,
  `enable_ddos_protection` boolean,
  `enable_vm_protection` boolean,
  `etag` string,
  `id` string,
  `name` string,
  `network_peerings` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `resource_guid` string,
  `subnets` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_virtual_network/${day}/'
);

create external table if not exists `azure_virtual_network_gateway` (
  `active_active` boolean,
  `akas` string,
  `bgp_settings` string,
  `cloud_environment` string,
  `custom_routes_address_prefixes` string,
  `enable_bgp` boolean,
  `enable_dns_forwarding` boolean,
  `enable_private_ip_address` boolean,
  `etag` string,
  `gateway_connections` string,
  `gateway_default_site` string,
  `gateway_type` string,
  `id` string,
  `inbound_dns_forwarding_endpoint` string,
  `ip_configurations` string,
  `name` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `resource_guid` string,
  `sku_capacity` bigint,
  `sku_name` string,
  `sku_tier` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string,
  `vpn_client_configuration` string,
  `vpn_gateway_generation` string,
  `vpn_type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_virtual_network_gateway/${day}/'
);

create external table if not exists `azure_web_application_firewall_policy` (
  `akas` string,
  `application_gateways` string,
  `cloud_environment` string,
  `custom_rules` string,
  `etag` string,
  `http_listeners` string,
  `id` string,
  `managed_rules` string,
  `name` string,
  `path_based_rules` string,
  `policy_settings` string,
  `provisioning_state` string,
  `region` string,
  `resource_group` string,
  `resource_state` string,
  `subscription_id` string,
  `tags` string,
  `title` string,
  `type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azure_web_application_firewall_policy/${day}/'
);

create external table if not exists `azuread_authorization_policy` (
  `allow_invites_from` string,
  `allowed_email_verified_users_to_join_organization` boolean,
  `allowed_to_read_bitlocker_keys_for_owned_device` boolean,
  `allowed_to_sign_up_email_based_subscriptions` boolean,
  `allowed_to_use_sspr` boolean,
  `block_msol_powershell` boolean,
  `default_user_role_permissions` string,
  `description` string,
  `display_name` string,
  `guest_user_role_id` string,
  `id` string,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_authorization_policy/${day}/'
);

create external table if not exists `azuread_conditional_access_named_location` (
  `created_date_time` string,
  `display_name` string,
  `id` string,
  `location_info` string,
  `location_type` string,
  `modified_date_time` string,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_conditional_access_named_location/${day}/'
);

create external table if not exists `azuread_conditional_access_policy` (
  `additional_data` string,
  `application_enforced_restrictions` string,
  `applications` string,
  `authentication_strength` string,
  `built_in_controls` string,
  `client_app_types` string,
  `cloud_app_security` string,
  `created_date_time` string,
  `custom_authentication_factors` string,
  `disable_resilience_defaults` boolean,
  `display_name` string,
  `id` string,
  `locations` string,
  `modified_date_time` string,
  `operator` string,
  `persistent_browser` string,
  `platforms` string,
  `service_principal_risk_levels` string,
  `sign_in_frequency` string,
  `sign_in_risk_levels` string,
  `state` string,
  `tenant_id` string,
  `terms_of_use` string,
  `title` string,
  `user_risk_levels` string,
  `users` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_conditional_access_policy/${day}/'
);

create external table if not exists `azuread_device_registration_policy` (
  `azure_ad_join` string,
  `azure_ad_registration` string,
  `description` string,
  `display_name` string,
  `id` string,
  `local_admin_password` string,
  `multi_factor_auth_configuration` string,
  `tenant_id` string,
  `title` string,
  `user_device_quota` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_device_registration_policy/${day}/'
);

create external table if not exists `azuread_directory_role` (
  `description` string,
  `display_name` string,
  `id` string,
  `member_ids` string,
  `role_template_id` string,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_directory_role/${day}/'
);

create external table if not exists `azuread_directory_setting` (
  `display_name` string,
  `id` string,
  `name` string,
  `template_id` string,
  `tenant_id` string,
  `title` string,
  `value` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_directory_setting/${day}/'
);

create external table if not exists `azuread_security_defaults_policy` (
  `description` string,
  `display_name` string,
  `id` string,
  `is_enabled` boolean,
  `tenant_id` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_security_defaults_policy/${day}/'
);

create external table if not exists `azuread_user` (
  `account_enabled` boolean,
  `automatic_replies_setting` string,
  `company_name` string,
  `created_date_time` string,
  `date_format` string,
  `delegate_meeting_message_delivery_options` string,
  `department` string,
  `display_name` string,
  `employee_hire_date` string,
  `employee_id` string,
  `employee_type` string,
  `external_user_state` string,
  `filter` string,
  `given_name` string,
  `id` string,
  `im_addresses` string,
  `job_title` string,
  `language` string,
  `mail` string,
  `mail_nickname` string,
  `manager` string,
  `member_of` string,
  `office_location` string,
  `on_premises_distinguished_name` string,
  `on_premises_domain_name` string,
  `on_premises_immutable_id` string,
  `on_premises_last_sync_date_time` string,
  `on_premises_sam_account_name` string,
  `on_premises_security_identifier` string,
  `on_premises_sync_enabled` boolean,
  `on_premises_user_principal_name` string,
  `other_mails` string,
  `password_policies` string,
  `sign_in_activity` string,
  `sign_in_sessions_valid_from_date_time` string,
  `surname` string,
  `tenant_id` string,
  `time_format` string,
  `time_zone` string,
  `title` string,
  `usage_location` string,
  `user_principal_name` string,
  `user_purpose` string,
  `user_type` string,
  `working_hours` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_user/${day}/'
);

create external table if not exists `azuread_user_registration_details_report` (
  `id` string,
  `is_admin` boolean,
  `is_mfa_capable` boolean,
  `is_mfa_registered` boolean,
  `is_passwordless_capable` boolean,
  `is_sspr_capable` boolean,
  `is_sspr_enabled` boolean,
  `is_sspr_registered` boolean,
  `is_system_preferred_authentication_method_enabled` boolean,
  `last_updated_datetime` string,
  `methods_registered` string,
  `system_preferred_authentication_methods` string,
  `tenant_id` string,
  `title` string,
  `user_display_name` string,
  `user_preferred_method_for_secondary_authentication` string,
  `user_principal_name` string,
  `user_type` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/azuread_user_registration_details_report/${day}/'
);

create external table if not exists `gcp_alloydb_instance` (
  `akas` string,
  `annotations` string,
  `availability_type` string,
  `client_connection_config` string,
  `cluster_name` string,
  `connection_info` string,
  `create_time` string,
  `database_flags` string,
  `delete_time` string,
  `etag` string,
  `gce_zone` string,
  `instance_display_name` string,
  `instance_type` string,
  `ip_address` string,
  `labels` string,
  `location` string,
  `machine_config` string,
  `name` string,
  `nodes` string,
  `project` string,
  `query_insights_config` string,
  `read_pool_config` string,
  `reconciling` boolean,
  `satisfies_pzs` boolean,
  `self_link` string,
  `state` string,
  `title` string,
  `uid` string,
  `update_time` string,
  `writable_node` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_alloydb_instance/${day}/'
);

create external table if not exists `gcp_apikeys_key` (
  `akas` string,
  `annotations` string,
  `create_time` string,
  `delete_time` string,
  `display_name` string,
  `etag` string,
  `location` string,
  `name` string,
  `project` string,
  `restrictions` string,
  `title` string,
  `uid` string,
  `update_time` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_apikeys_key/${day}/'
);

create external table if not exists `gcp_audit_policy` (
  `akas` string,
  `audit_log_configs` string,
  `location` string,
  `project` string,
  `service` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_audit_policy/${day}/'
);

create external table if not exists `gcp_bigquery_dataset` (
  `access` string,
  `akas` string,
  `creation_time` string,
  `dataset_id` string,
  `default_partition_expiration_ms` bigint,
  `default_table_expiration_ms` bigint,
  `description` string,
  `etag` string,
  `id` string,
  `kind` string,
  `kms_key_name` string,
  `labels` string,
  `last_modified_time` string,
  `location` string,
  `name` string,
  `project` string,
  `self_link` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_bigquery_dataset/${day}/'
);

create external table if not exists `gcp_bigquery_table` (
  `akas` string,
  `clustering_fields` string,
  `creation_time` string,
  `dataset_id` string,
  `description` string,
  `etag` string,
  `expiration_time` string,
  `external_data_configuration` string,
  `id` string,
  `kind` string,
  `kms_key_name` string,
  `labels` string,
  `last_modified_time` string,
  `location` string,
  `materialized_view` string,
  `num_bytes` bigint,
  `num_long_term_bytes` bigint,
  `num_physical_bytes` bigint,
  `num_rows` bigint,
  `project` string,
  `range_partitioning` string,
  `require_partition_filter` boolean,
  `schema_fields` string,
  `self_link` string,
  `snapshot_time` string,
  `streaming_buffer` string,
  `table_id` string,
  `tags` string,
  `time_partitioning` string,
  `title` string,
  `type` string,
  `view` string,
  `view_query` string,
  `view_use_legacy_sql` boolean
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_bigquery_table/${day}/'
);

create external table if not exists `gcp_compute_backend_service` (
  `affinity_cookie_ttl_sec` bigint,
  `akas` string,
  `backends` string,
  `cdn_policy_cache_key_policy` string,
  `circuit_breakers` string,
  `connection_draining_timeout_sec` bigint,
  `creation_timestamp` string,
  `description` string,
  `enable_cdn` boolean,
  `failover_policy` string,
  `fingerprint` string,
  `health_checks` string,
  `iap` string,
  `id` bigint,
  `kind` string,
  `load_balancing_scheme` string,
  `locality_lb_policy` string,
  `location` string,
  `location_type` string,
  `log_config_enable` boolean,
  `log_config_sample_rate` double,
  `name` string,
  `network` string,
  `port` bigint,
  `port_name` string,
  `project` string,
  `protocol` string,
  `region` string,
  `security_policy` string,
  `security_settings` string,
  `self_link` string,
  `session_affinity` string,
  `signed_url_cache_max_age_sec` bigint,
  `signed_url_key_names` string,
  `timeout_sec` bigint,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_backend_service/${day}/'
);

create external table if not exists `gcp_compute_disk` (
  `akas` string,
  `creation_timestamp` string,
  `description` string,
  `disk_encryption_key` string,
  `disk_encryption_key_type` string,
  `guest_os_features` string,
  `iam_policy` string,
  `id` bigint,
  `kind` string,
  `labels` string,
  `last_attach_timestamp` string,
  `last_detach_timestamp` string,
  `license_codes` string,
  `licenses` string,
  `location` string,
  `location_type` string,
  `name` string,
  `physical_block_size_bytes` bigint,
  `project` string,
  `region` string,
  `region_name` string,
  `replica_zones` string,
  `resource_policies` string,
  `self_link` string,
  `size_gb` double,
  `source_disk` string,
  `source_disk_id` string,
  `source_image` string,
  `source_image_encryption_key` string,
  `source_image_id` string,
  `source_snapshot` string,
  `source_snapshot_encryption_key` string,
  `source_snapshot_id` string,
  `status` string,
  `tags` string,
  `title` string,
  `type` string,
  `type_name` string,
  `users` string,
  `zone` string,
  `zone_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_disk/${day}/'
);

create external table if not exists `gcp_compute_firewall` (
  `action` string,
  `akas` string,
  `allowed` string,
  `creation_timestamp` string,
  `denied` string,
  `description` string,
  `destination_ranges` string,
  `direction` string,
  `disabled` boolean,
  `id` bigint,
  `kind` string,
  `location` string,
  `log_config_enable` boolean,
  `log_config_metadata` string,
  `name` string,
  `network` string,
  `priority` bigint,
  `project` string,
  `self_link` string,
  `source_ranges` string,
  `source_service_accounts` string,
  `source_tags` string,
  `target_service_accounts` string,
  `target_tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_firewall/${day}/'
);

create external table if not exists `gcp_compute_instance` (
  `akas` string,
  `can_ip_forward` boolean,
  `confidential_instance_config` string,
  `cpu_platform` string,
  `creation_timestamp` string,
  `deletion_protection` boolean,
  `description` string,
  `disks` string,
  `display_device` string,
  `fingerprint` string,
  `guest_accelerators` string,
  `hostname` string,
  `iam_policy` string,
  `id` bigint,
  `kind` string,
  `label_fingerprint` string,
  `labels` string,
  `last_start_timestamp` string,
  `last_stop_timestamp` string,
  `last_suspended_timestamp` string,
  `location` string,
  `machine_type` string,
  `machine_type_name` string,
  `metadata` string,
  `min_cpu_platform` string,
  `name` string,
  `network_interfaces` string,
  `network_tags` string,
  `private_ipv6_google_access` string,
  `project` string,
  `reservation_affinity` string,
  `resource_policies` string,
  `scheduling` string,
  `self_link` string,
  `service_accounts` string,
  `shielded_instance_config` string,
  `shielded_instance_integrity_policy` string,
  `start_restricted` boolean,
  `status` string,
  `status_message` string,
  `tags` string,
  `title` string,
  `zone` string,
  `zone_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_instance/${day}/'
);

create external table if not exists `gcp_compute_network` (
  `akas` string,
  `auto_create_subnetworks` boolean,
  `creation_timestamp` string,
  `description` string,
  `gateway_ipv4` string,
  `id` bigint,
  `ipv4_range` string,
  `kind` string,
  `location` string,
  `mtu` bigint,
  `name` string,
  `peerings` string,
  `project` string,
  `routing_mode` string,
  `self_link` string,
  `subnetworks` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_network/${day}/'
);

create external table if not exists `gcp_compute_project_metadata` (
  `akas` string,
  `common_instance_metadata` string,
  `creation_timestamp` string,
  `default_network_tier` string,
  `default_service_account` string,
  `description` string,
  `enabled_features` string,
  `id` string,
  `kind` string,
  `location` string,
  `name` string,
  `project` string,
  `quotas` string,
  `self_link` string,
  `title` string,
  `usage_export_location` string,
  `xpn_project_status` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_project_metadata/${day}/'
);

create external table if not exists `gcp_compute_ssl_policy` (
  `akas` string,
  `creation_timestamp` string,
  `custom_features` string,
  `description` string,
  `enabled_features` string,
  `fingerprint` string,
  `id` bigint,
  `kind` string,
  `location` string,
  `min_tls_version` string,
  `name` string,
  `profile` string,
  `project` string,
  `self_link` string,
  `title` string,
  `warnings` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_ssl_policy/${day}/'
);

create external table if not exists `gcp_compute_subnetwork` (
  `akas` string,
  `creation_timestamp` string,
  `description` string,
  `enable_flow_logs` boolean,
  `fingerprint` string,
  `gateway_address` string,
  `iam_policy` string,
  `id` bigint,
  `ip_cidr_range` string,
  `ipv6_cidr_range` string,
  `kind` string,
  `location` string,
  `log_config_aggregation_interval` string,
  `log_config_enable` boolean,
  `log_config_filter_expr` string,
  `log_config_flow_sampling` double,
  `log_config_metadata` string,
  `log_config_metadata_fields` string,
  `name` string,
  `network` string,
  `network_name` string,
  `private_ip_google_access` boolean,
  `private_ipv6_google_access` string,
  `project` string,
  `purpose` string,
  `region` string,
  `role` string,
  `secondary_ip_ranges` string,
  `self_link` string,
  `state` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_subnetwork/${day}/'
);

create external table if not exists `gcp_compute_target_https_proxy` (
  `akas` string,
  `authorization_policy` string,
  `creation_timestamp` string,
  `description` string,
  `id` bigint,
  `kind` string,
  `location` string,
  `location_type` string,
  `name` string,
  `project` string,
  `proxy_bind` boolean,
  `quic_override` string,
  `region` string,
  `self_link` string,
  `server_tls_policy` string,
  `ssl_certificates` string,
  `ssl_policy` string,
  `title` string,
  `url_map` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_target_https_proxy/${day}/'
);

create external table if not exists `gcp_compute_target_ssl_proxy` (
  `akas` string,
  `creation_timestamp` string,
  `description` string,
  `id` bigint,
  `kind` string,
  `location` string,
  `name` string,
  `project` string,
  `proxy_header` string,
  `self_link` string,
  `service` string,
  `ssl_certificates` string,
  `ssl_policy` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_target_ssl_proxy/${day}/'
);

create external table if not exists `gcp_compute_url_map` (
  `akas` string,
  `creation_timestamp` string,
  `default_route_action` string,
  `default_service` string,
  `default_service_name` string,
  `default_url_host_redirect` string,
  `default_url_https_redirect` boolean,
  `default_url_path_redirect` string,
  `default_url_prefix_redirect` string,
  `default_url_redirect_response_code` string,
  `default_url_strip_query` boolean,
  `description` string,
  `fingerprint` string,
  `host_rules` string,
  `id` bigint,
  `kind` string,
  `location` string,
  `location_type` string,
  `name` string,
  `path_matchers` string,
  `project` string,
  `region` string,
  `request_headers_to_add` string,
  `request_headers_to_remove` string,
  `response_headers_to_add` string,
  `response_headers_to_remove` string,
  `self_link` string,
  `tests` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_compute_url_map/${day}/'
);

create external table if not exists `gcp_dataproc_cluster` (
  `akas` string,
  `cluster_name` string,
  `cluster_uuid` string,
  `config` string,
  `labels` string,
  `location` string,
  `metrics` string,
  `project` string,
  `self_link` string,
  `state` string,
  `status` string,
  `status_history` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_dataproc_cluster/${day}/'
);

create external table if not exists `gcp_dns_managed_zone` (
  `akas` string,
  `creation_time` string,
  `description` string,
  `dns_name` string,
  `dnssec_config_default_key_specs` string,
  `dnssec_config_non_existence` string,
  `dnssec_config_state` string,
  `forwarding_config_target_name_servers` string,
  `id` bigint,
  `kind` string,
  `labels` string,
  `location` string,
  `name` string,
  `name_server_set` string,
  `name_servers` string,
  `peering_config_target_network` string,
  `private_visibility_config_networks` string,
  `project` string,
  `self_link` string,
  `service_directory_config_namespace_deletion_time` string,
  `tags` string,
  `title` string,
  `visibility` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_dns_managed_zone/${day}/'
);

create external table if not exists `gcp_dns_policy` (
  `akas` string,
  `description` string,
  `enable_inbound_forwarding` boolean,
  `enable_logging` boolean,
  `id` bigint,
  `kind` string,
  `location` string,
  `name` string,
  `networks` string,
  `project` string,
  `target_name_servers` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_dns_policy/${day}/'
);

create external table if not exists `gcp_iam_policy` (
  `akas` string,
  `bindings` string,
  `etag` string,
  `location` string,
  `project` string,
  `title` string,
  `version` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_iam_policy/${day}/'
);

create external table if not exists `gcp_kms_key` (
  `akas` string,
  `create_time` string,
  `iam_policy` string,
  `key_ring_name` string,
  `labels` string,
  `location` string,
  `name` string,
  `next_rotation_time` string,
  `primary` string,
  `project` string,
  `purpose` string,
  `rotation_period` string,
  `self_link` string,
  `tags` string,
  `title` string,
  `version_template` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_kms_key/${day}/'
);

create external table if not exists `gcp_kubernetes_cluster` (
  `addons_config` string,
  `akas` string,
  `authenticator_groups_config` string,
  `autopilot_enabled` boolean,
  `autoscaling` string,
  `binary_authorization` string,
  `cluster_ipv4_cidr` string,
  `conditions` string,
  `create_time` string,
  `current_master_version` string,
  `current_node_count` bigint,
  `current_node_version` string,
  `database_encryption_key_name` string,
  `database_encryption_state` string,
  `description` string,
  `enable_kubernetes_alpha` boolean,
  `enable_tpu` boolean,
  `endpoint` string,
  `expire_time` string,
  `id` string,
  `initial_cluster_version` string,
  `initial_node_count` bigint,
  `instance_group_urls` string,
  `ip_allocation_policy` string,
  `label_fingerprint` string,
  `legacy_abac_enabled` boolean,
  `location` string,
  `location_type` string,
  `locations` string,
  `logging_service` string,
  `maintenance_policy` string,
  `master_authorized_networks_config` string,
  `max_pods_per_node` bigint,
  `monitoring_service` string,
  `name` string,
  `network` string,
  `network_config` string,
  `network_policy` string,
  `node_config` string,
  `node_ipv4_cidr_size` bigint,
  `node_pools` string,
  `notification_config` string,
  `private_cluster_config` string,
  `project` string,
  `release_channel` string,
  `resource_labels` string,
  `resource_usage_export_config` string,
  `self_link` string,
  `services_ipv4_cidr` string,
  `shielded_nodes_enabled` boolean,
  `status` string,
  `status_message` string,
  `subnetwork` string,
  `tags` string,
  `title` string,
  `tpu_ipv4_cidr_block` string,
  `vertical_pod_autoscaling` string,
  `workload_identity_config` string,
  `zone` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_kubernetes_cluster/${day}/'
);

create external table if not exists `gcp_logging_metric` (
  `akas` string,
  `create_time` string,
  `description` string,
  `explicit_buckets_options_bounds` string,
  `exponential_buckets_options_growth_factor` double,
  `exponential_buckets_options_num_finite_buckets` bigint,
  `exponential_buckets_options_scale` double,
  `filter` string,
  `label_extractors` string,
  `linear_buckets_options_num_finite_buckets` bigint,
  `linear_buckets_options_offset` double,
  `linear_buckets_options_width` double,
  `location` string,
  `metric_descriptor_display_name` string,
  `metric_descriptor_labels` string,
  `metric_descriptor_metric_kind` string,
  `metric_descriptor_type` string,
  `metric_descriptor_unit` string,
  `metric_descriptor_value_type` string,
  `name` string,
  `project` string,
  `title` string,
  `update_time` string,
  `value_extractor` string,
  `version` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_logging_metric/${day}/'
);

create external table if not exists `gcp_logging_sink` (
  `akas` string,
  `create_time` string,
  `description` string,
  `destination` string,
  `disabled` boolean,
  `exclusions` string,
  `filter` string,
  `include_children` boolean,
  `location` string,
  `name` string,
  `project` string,
  `self_link` string,
  `title` string,
  `unique_writer_identity` string,
  `update_time` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_logging_sink/${day}/'
);

create external table if not exists `gcp_monitoring_alert_policy` (
  `akas` string,
  `combiner` string,
  `conditions` string,
  `creation_record` string,
  `display_name` string,
  `documentation` string,
  `enabled` boolean,
  `location` string,
  `mutation_record` string,
  `name` string,
  `notification_channels` string,
  `project` string,
  `tags` string,
  `title` string,
  `user_labels` string,
  `validity` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_monitoring_alert_policy/${day}/'
);

create external table if not exists `gcp_organization` (
  `akas` string,
  `creation_time` string,
  `directory_customer_id` string,
  `display_name` string,
  `essential_contacts` string,
  `lifecycle_state` string,
  `location` string,
  `name` string,
  `organization_id` bigint,
  `project` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_organization/${day}/'
);

create external table if not exists `gcp_project` (
  `access_approval_settings` string,
  `akas` string,
  `ancestors` string,
  `billing_information` string,
  `create_time` string,
  `labels` string,
  `lifecycle_state` string,
  `location` string,
  `name` string,
  `parent` string,
  `project` string,
  `project_id` string,
  `project_number` bigint,
  `self_link` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_project/${day}/'
);

create external table if not exists `gcp_project_service` (
  `akas` string,
  `location` string,
  `name` string,
  `parent` string,
  `project` string,
  `state` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_project_service/${day}/'
);

create external table if not exists `gcp_service_account` (
  `akas` string,
  `description` string,
  `disabled` boolean,
  `display_name` string,
  `email` string,
  `iam_policy` string,
  `location` string,
  `name` string,
  `oauth2_client_id` string,
  `project` string,
  `title` string,
  `unique_id` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_service_account/${day}/'
);

create external table if not exists `gcp_service_account_key` (
  `akas` string,
  `key_algorithm` string,
  `key_origin` string,
  `key_type` string,
  `location` string,
  `name` string,
  `project` string,
  `public_key_data_pem` string,
  `public_key_data_raw` string,
  `service_account_name` string,
  `title` string,
  `valid_after_time` string,
  `valid_before_time` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_service_account_key/${day}/'
);

create external table if not exists `gcp_sql_database_instance` (
  `activation_policy` string,
  `akas` string,
  `authorized_gae_applications` string,
  `availability_type` string,
  `backend_type` string,
  `backup_enabled` boolean,
  `backup_location` string,
  `backup_replication_log_archiving_enabled` boolean,
  `backup_start_time` string,
  `binary_log_enabled` boolean,
  `can_defer_maintenance` boolean,
  `can_reschedule_maintenance` boolean,
  `connection_name` string,
  `crash_safe_replication_enabled` boolean,
  `create_time` string,
  `current_disk_size` bigint,
  `data_disk_size_gb` bigint,
  `data_disk_type` string,
  `database_flags` string,
  `database_installed_version` string,
  `database_replication_enabled` boolean,
  `database_version` string,
  `enable_point_in_time_recovery` boolean,
  `failover_replica_available` boolean,
  `failover_replica_name` string,
  `gce_zone` string,
  `instance_type` string,
  `instance_users` string,
  `ip_addresses` string,
  `ip_configuration` string,
  `ipv6_address` string,
  `kind` string,
  `kms_key_name` string,
  `kms_key_version_name` string,
  `labels` string,
  `location` string,
  `location_preference` string,
  `machine_type` string,
  `maintenance_start_time` string,
  `maintenance_version` string,
  `maintenance_window` string,
  `master_instance_name` string,
  `max_disk_size` bigint,
  `name` string,
  `on_premises_configuration` string,
  `pricing_plan` string,
  `project` string,
  `replica_names` string,
  `replication_configuration` string,
  `replication_type` string,
  `self_link` string,
  `service_account_email_address` string,
  `settings_version` bigint,
  `ssl_configuration` string,
  `state` string,
  `storage_auto_resize` boolean,
  `storage_auto_resize_limit` bigint,
  `suspension_reason` string,
  `tags` string,
  `title` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_sql_database_instance/${day}/'
);

create external table if not exists `gcp_storage_bucket` (
  `acl` string,
  `akas` string,
  `billing_requester_pays` boolean,
  `cors` string,
  `default_event_based_hold` boolean,
  `default_kms_key_name` string,
  `default_object_acl` string,
  `etag` string,
  `iam_configuration_bucket_policy_only_enabled` boolean,
  `iam_configuration_public_access_prevention` string,
  `iam_configuration_uniform_bucket_level_access_enabled` boolean,
  `iam_policy` string,
  `id` string,
  `kind` string,
  `labels` string,
  `lifecycle_rules` string,
  `location` string,
  `location_type` string,
  `log_bucket` string,
  `log_object_prefix` string,
  `metageneration` bigint,
  `name` string,
  `owner_entity` string,
  `owner_entity_id` string,
  `project` string,
  `project_number` double,
  `retention_policy` string,
  `self_link` string,
  `storage_class` string,
  `tags` string,
  `time_created` string,
  `title` string,
  `updated` string,
  `versioning_enabled` boolean,
  `website_main_page_suffix` string,
  `website_not_found_page` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/gcp_storage_bucket/${day}/'
);

create external table if not exists `kubernetes_cluster_role` (
  `aggregation_rule` string,
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `rules` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_cluster_role/${day}/'
);

create external table if not exists `kubernetes_cluster_role_binding` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `role_api_group` string,
  `role_kind` string,
  `role_name` string,
  `source_type` string,
  `start_line` bigint,
  `subjects` string,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_cluster_role_binding/${day}/'
);

create external table if not exists `kubernetes_config_map` (
  `akas` string,
  `annotations` string,
  `binary_data` string,
  `context_name` string,
  `creation_timestamp` string,
  `data` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `immutable` boolean,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_config_map/${day}/'
);

create external table if not exists `kubernetes_cronjob` (
  `active` string,
  `akas` string,
  `annotations` string,
  `concurrency_policy` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `failed_jobs_history_limit` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `job_template` string,
  `labels` string,
  `last_schedule_time` string,
  `last_successful_time` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `schedule` string,
  `source_type` string,
  `start_line` bigint,
  `starting_deadline_seconds` bigint,
  `successful_jobs_history_limit` bigint,
  `suspend` boolean,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_cronjob/${day}/'
);

create external table if not exists `kubernetes_daemonset` (
  `akas` string,
  `annotations` string,
  `collision_count` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `current_number_scheduled` bigint,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `desired_number_scheduled` bigint,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `min_ready_seconds` bigint,
  `name` string,
  `namespace` string,
  `number_available` bigint,
  `number_misscheduled` bigint,
  `number_ready` bigint,
  `number_unavailable` bigint,
  `observed_generation` bigint,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `revision_history_limit` bigint,
  `selector` string,
  `selector_query` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `template` string,
  `title` string,
  `uid` string,
  `update_strategy` string,
  `updated_number_scheduled` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_daemonset/${day}/'
);

create external table if not exists `kubernetes_deployment` (
  `akas` string,
  `annotations` string,
  `available_replicas` bigint,
  `collision_count` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `min_ready_seconds` bigint,
  `name` string,
  `namespace` string,
  `observed_generation` bigint,
  `owner_references` string,
  `path` string,
  `paused` boolean,
  `progress_deadline_seconds` bigint,
  `ready_replicas` bigint,
  `replicas` bigint,
  `resource_version` string,
  `revision_history_limit` bigint,
  `selector` string,
  `selector_query` string,
  `source_type` string,
  `start_line` bigint,
  `status_replicas` bigint,
  `strategy` string,
  `tags` string,
  `template` string,
  `title` string,
  `uid` string,
  `unavailable_replicas` bigint,
  `updated_replicas` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_deployment/${day}/'
);

create external table if not exists `kubernetes_endpoint` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `subsets` string,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_endpoint/${day}/'
);

create external table if not exists `kubernetes_ingress` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `default_backend` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `ingress_class_name` string,
  `labels` string,
  `load_balancer` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `rules` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `tls` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_ingress/${day}/'
);

create external table if not exists `kubernetes_job` (
  `active` bigint,
  `active_deadline_seconds` bigint,
  `akas` string,
  `annotations` string,
  `backoff_limit` bigint,
  `completion_time` string,
  `completions` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `failed` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `manual_selector` boolean,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `parallelism` bigint,
  `path` string,
  `resource_version` string,
  `selector` string,
  `selector_query` string,
  `source_type` string,
  `start_line` bigint,
  `start_time` string,
  `succeeded` bigint,
  `tags` string,
  `template` string,
  `title` string,
  `ttl_seconds_after_finished` bigint,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_job/${day}/'
);

create external table if not exists `kubernetes_limit_range` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `source_type` string,
  `spec_limits` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_limit_range/${day}/'
);

create external table if not exists `kubernetes_namespace` (
  `akas` string,
  `annotations` string,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `phase` string,
  `resource_version` string,
  `source_type` string,
  `spec_finalizers` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_namespace/${day}/'
);

create external table if not exists `kubernetes_network_policy` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `egress` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `ingress` string,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `pod_selector` string,
  `policy_types` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_network_policy/${day}/'
);

create external table if not exists `kubernetes_node` (
  `addresses` string,
  `akas` string,
  `allocatable` string,
  `annotations` string,
  `capacity` string,
  `conditions` string,
  `config` string,
  `config_source` string,
  `context_name` string,
  `creation_timestamp` string,
  `daemon_endpoints` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `images` string,
  `labels` string,
  `name` string,
  `namespace` string,
  `node_info` string,
  `owner_references` string,
  `path` string,
  `phase` string,
  `pod_cidr` string,
  `pod_cidrs` string,
  `provider_id` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `taints` string,
  `title` string,
  `uid` string,
  `unschedulable` boolean,
  `volumes_attached` string,
  `volumes_in_use` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_node/${day}/'
);

create external table if not exists `kubernetes_persistent_volume` (
  `access_modes` string,
  `akas` string,
  `annotations` string,
  `capacity` string,
  `claim_ref` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `message` string,
  `mount_options` string,
  `name` string,
  `namespace` string,
  `node_affinity` string,
  `owner_references` string,
  `path` string,
  `persistent_volume_reclaim_policy` string,
  `persistent_volume_source` string,
  `phase` string,
  `reason` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `storage_class` string,
  `tags` string,
  `title` string,
  `uid` string,
  `volume_mode` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_persistent_volume/${day}/'
);

create external table if not exists `kubernetes_persistent_volume_claim` (
  `access_modes` string,
  `akas` string,
  `annotations` string,
  `capacity` string,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `data_source` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `phase` string,
  `resource_version` string,
  `resources` string,
  `selector` string,
  `source_type` string,
  `start_line` bigint,
  `status_access_modes` string,
  `storage_class` string,
  `tags` string,
  `title` string,
  `uid` string,
  `volume_mode` string,
  `volume_name` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_persistent_volume_claim/${day}/'
);

create external table if not exists `kubernetes_pod` (
  `active_deadline_seconds` string,
  `affinity` string,
  `akas` string,
  `annotations` string,
  `automount_service_account_token` boolean,
  `conditions` string,
  `container_statuses` string,
  `containers` string,
  `containers_resources_limits_std` string,
  `containers_resources_requests_std` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `dns_config` string,
  `dns_policy` string,
  `enable_service_links` boolean,
  `end_line` bigint,
  `ephemeral_container_statuses` string,
  `ephemeral_containers` string,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `host_aliases` string,
  `host_ip` string,
  `host_ipc` boolean,
  `host_network` boolean,
  `host_pid` boolean,
  `hostname` string,
  `image_pull_secrets` string,
  `init_container_statuses` string,
  `init_containers` string,
  `labels` string,
  `name` string,
  `namespace` string,
  `node_name` string,
  `node_selector` string,
  `nominated_node_name` string,
  `overhead` string,
  `owner_references` string,
  `path` string,
  `phase` string,
  `pod_ip` string,
  `pod_ips` string,
  `preemption_policy` string,
  `priority` bigint,
  `priority_class_name` string,
  `qos_class` string,
  `readiness_gates` string,
  `resource_version` string,
  `restart_policy` string,
  `runtime_class_name` string,
  `scheduler_name` string,
  `security_context` string,
  `selector_search` string,
  `service_account_name` string,
  `set_hostname_as_fqdn` boolean,
  `share_process_namespace` boolean,
  `source_type` string,
  `start_line` bigint,
  `start_time` string,
  `status_message` string,
  `status_reason` string,
  `subdomain` string,
  `tags` string,
  `termination_grace_period_seconds` bigint,
  `title` string,
  `tolerations` string,
  `topology_spread_constraints` string,
  `uid` string,
  `volumes` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_pod/${day}/'
);

create external table if not exists `kubernetes_pod_security_policy` (
  `akas` string,
  `allow_privilege_escalation` boolean,
  `allowed_csi_drivers` string,
  `allowed_flex_volumes` string,
  `allowed_host_paths` string,
  `allowed_proc_mount_types` string,
  `allowed_unsafe_sysctls` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `default_add_capabilities` string,
  `default_allow_privilege_escalation` boolean,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `forbidden_sysctls` string,
  `fs_group` string,
  `generate_name` string,
  `generation` bigint,
  `host_ipc` boolean,
  `host_network` boolean,
  `host_pid` boolean,
  `host_ports` string,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `privileged` boolean,
  `read_only_root_filesystem` boolean,
  `required_drop_capabilities` string,
  `resource_version` string,
  `run_as_group` string,
  `run_as_user` string,
  `runtime_class` string,
  `se_linux` string,
  `source_type` string,
  `start_line` bigint,
  `supplemental_groups` string,
  `tags` string,
  `title` string,
  `uid` string,
  `volumes` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_pod_security_policy/${day}/'
);

create external table if not exists `kubernetes_replicaset` (
  `akas` string,
  `annotations` string,
  `available_replicas` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `fully_labeled_replicas` bigint,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `min_ready_seconds` bigint,
  `name` string,
  `namespace` string,
  `observed_generation` bigint,
  `owner_references` string,
  `path` string,
  `ready_replicas` bigint,
  `replicas` bigint,
  `resource_version` string,
  `selector` string,
  `selector_query` string,
  `source_type` string,
  `start_line` bigint,
  `status_replicas` bigint,
  `tags` string,
  `template` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_replicaset/${day}/'
);

create external table if not exists `kubernetes_replication_controller` (
  `akas` string,
  `annotations` string,
  `available_replicas` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `fully_labeled_replicas` bigint,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `min_ready_seconds` bigint,
  `name` string,
  `namespace` string,
  `observed_generation` bigint,
  `owner_references` string,
  `path` string,
  `ready_replicas` bigint,
  `replicas` bigint,
  `resource_version` string,
  `selector` string,
  `source_type` string,
  `start_line` bigint,
  `status_replicas` bigint,
  `tags` string,
  `template` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_replication_controller/${day}/'
);

create external table if not exists `kubernetes_resource_quota` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `source_type` string,
  `spec_hard` string,
  `spec_scope_selector` string,
  `spec_scopes` string,
  `start_line` bigint,
  `status_hard` string,
  `status_used` string,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_resource_quota/${day}/'
);

create external table if not exists `kubernetes_role` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `rules` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_role/${day}/'
);

create external table if not exists `kubernetes_role_binding` (
  `akas` string,
  `annotations` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `role_api_group` string,
  `role_kind` string,
  `role_name` string,
  `source_type` string,
  `start_line` bigint,
  `subjects` string,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_role_binding/${day}/'
);

create external table if not exists `kubernetes_secret` (
  `akas` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `immutable` boolean,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `type` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_secret/${day}/'
);

create external table if not exists `kubernetes_service` (
  `akas` string,
  `allocate_load_balancer_node_ports` boolean,
  `annotations` string,
  `cluster_ip` string,
  `cluster_ips` string,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `external_ips` string,
  `external_name` string,
  `external_traffic_policy` string,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `health_check_node_port` bigint,
  `ip_families` string,
  `ip_family_policy` string,
  `labels` string,
  `load_balancer_ingress` string,
  `load_balancer_ip` string,
  `load_balancer_source_ranges` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `ports` string,
  `publish_not_ready_addresses` boolean,
  `resource_version` string,
  `selector` string,
  `selector_query` string,
  `session_affinity` string,
  `session_affinity_client_ip_timeout` bigint,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `topology_keys` string,
  `type` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_service/${day}/'
);

create external table if not exists `kubernetes_service_account` (
  `akas` string,
  `annotations` string,
  `automount_service_account_token` boolean,
  `context_name` string,
  `creation_timestamp` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `image_pull_secrets` string,
  `labels` string,
  `name` string,
  `namespace` string,
  `owner_references` string,
  `path` string,
  `resource_version` string,
  `secrets` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `title` string,
  `uid` string
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_service_account/${day}/'
);

create external table if not exists `kubernetes_stateful_set` (
  `akas` string,
  `annotations` string,
  `available_replicas` bigint,
  `collision_count` bigint,
  `conditions` string,
  `context_name` string,
  `creation_timestamp` string,
  `current_replicas` bigint,
  `current_revision` string,
  `deletion_grace_period_seconds` bigint,
  `deletion_timestamp` string,
  `end_line` bigint,
  `finalizers` string,
  `generate_name` string,
  `generation` bigint,
  `labels` string,
  `name` string,
  `namespace` string,
  `observed_generation` bigint,
  `owner_references` string,
  `path` string,
  `pod_management_policy` string,
  `ready_replicas` bigint,
  `replicas` bigint,
  `resource_version` string,
  `revision_history_limit` bigint,
  `service_name` string,
  `source_type` string,
  `start_line` bigint,
  `tags` string,
  `template` string,
  `title` string,
  `uid` string,
  `update_revision` string,
  `update_strategy` string,
  `updated_replicas` bigint
)
partitioned by (`tenant` string, `integration` string, `day` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = 's3://FILES_BUCKET/${tenant}/inventory/${integration}/kubernetes_stateful_set/${day}/'
);

