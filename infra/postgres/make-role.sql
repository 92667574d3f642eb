-- Run once by the image's entrypoint, as the superuser, when the volume is new: the role of the services, which owns its database and may do
-- nothing beyond it, and the role of the workers, which may do there what the migrations grant it.
\getenv password SERVICES_PASSWORD
\getenv worker_password WORKERS_PASSWORD
CREATE ROLE pas LOGIN PASSWORD :'password';
CREATE ROLE pas_worker LOGIN PASSWORD :'worker_password';
CREATE DATABASE pas OWNER pas;
