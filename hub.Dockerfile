# The hub with its broker and its database in one container: `make hub` builds and runs it where the packages
# mosquitto and postgresql are not on the machine itself.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends \
      mosquitto openssl postgresql python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /jantaku
COPY . .
RUN python3 -m venv /opt/jantaku && /opt/jantaku/bin/pip install --no-cache-dir ".[hub]"
VOLUME /hub
EXPOSE 8100 8883
ENTRYPOINT ["/opt/jantaku/bin/jantaku", "hub", "--data", "/hub"]
