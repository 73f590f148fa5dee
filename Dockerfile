# PostgreSQL with fringe:
#
#   docker build -t fringe . && docker run -e POSTGRES_PASSWORD=... fringe
#   docker build --build-arg VERSION=17 -t fringe .
ARG VERSION=17

FROM postgres:${VERSION}-bookworm AS build
ARG VERSION
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev libpng-dev libexpat1-dev libzstd-dev make "postgresql-server-dev-${VERSION}" \
    && rm -rf /var/lib/apt/lists/*
COPY . /fringe
RUN make -C /fringe && make -C /fringe DESTDIR=/installed install

FROM postgres:${VERSION}-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends libexpat1 libpng16-16 libzstd1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/ /
